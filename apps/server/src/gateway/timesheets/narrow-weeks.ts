import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../../platform/database.ts';
import { join, raw, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { Ids } from '../totals/ids.ts';
import { partsOfSize } from '../totals/parts-of-size.ts';
import { noId } from '../totals/spans.ts';
import { entriesOf, type FoundWeek, type Stretch, stretchesOf, weekOf, wholeWeeks } from './commented.ts';
import type { EntryQuery } from './entry-query.ts';
import { entryReach, type Reach } from './see.ts';

/** Of columns that are read at once: as much as COPY has room for from the start, for larger buffers are dear to clear away. */
const BYTES_AT_ONCE = 2 ** 19;

/** A number of two bytes, the higher one first. */
const SHORT = 2;

/** Entries between two runs that are rather read along than looked for anew: about what PostgreSQL keeps together. */
const READ_ALONG = 1000;

/** What is asked of entries, by columns of a packed week. */
type Condition = {
  /** Lists of the week. */
  lists: readonly string[];
  /** What is told of each entry with a comment: a number, most often a place in one of the lists. */
  told: readonly string[];
  /**
   * Moves the numbers of those that are asked for to the front.
   * @param entries counted from the first that is told of
   * @returns how many these are
   */
  keep(entries: Uint32Array, lists: readonly Buffer[], told: readonly Buffer[]): number;
};

/**
 * Of the entries that have a word those that a question names besides, and that somebody may see. What is told of entries is read
 * where the word is, and not of the whole week.
 * @param found entries of packed weeks
 */
export async function narrowWeeks(
  tx: Transaction,
  context: Pick<MemberContext, 'tenantId' | 'actor'>,
  query: EntryQuery,
  found: readonly FoundWeek[],
): Promise<readonly FoundWeek[]> {
  const conditions = await conditionsOf(tx, context, query);
  if (conditions.length === 0) return found;
  const bytesOfEntry = SHORT * conditions.flatMap(({ told }) => told).length;
  const runs = found.flatMap((week) => week.runs());
  const stretches = stretchesOf(runs, READ_ALONG);
  const narrowed: FoundWeek[] = [];
  for (const some of partsOfSize(stretches, ({ run }) => run.count * bytesOfEntry, BYTES_AT_ONCE)) {
    const rows = await readStretches(tx, context.tenantId, conditions, some);
    let lists: Buffer[] = [];
    for (const [at, { run, of }] of some.entries()) {
      const { lists: ofWeek, told } = rows[at] as StretchRow;
      if (isFirstOfWeek(some, at)) lists = [...ofWeek];
      let entries = entriesOf(of.map(({ first, count }) => ({ first: first - run.first, count })));
      const [listsLeft, toldLeft] = [[...lists], [...told]];
      for (const { keep, ...own } of conditions)
        entries = entries.subarray(
          0,
          keep(entries, listsLeft.splice(0, own.lists.length), toldLeft.splice(0, own.told.length)),
        );
      narrowed.push(weekOf(run, entries));
      await setImmediate();
    }
  }
  return wholeWeeks(narrowed);
}

type StretchRow = { lists: Buffer[]; told: Buffer[] };

const isFirstOfWeek = (stretches: readonly Stretch[], at: number): boolean =>
  stretches[at]?.run.weekEndDate !== stretches[at - 1]?.run.weekEndDate;

/** A row for each stretch, in their order; the lists come with the first one of a week. */
async function readStretches(
  tx: Transaction,
  tenantId: string,
  conditions: readonly Condition[],
  stretches: readonly Stretch[],
): Promise<StretchRow[]> {
  const lists = conditions.flatMap((condition) => condition.lists);
  const told = conditions.flatMap((condition) => condition.told);
  const columns = [
    ...lists.map((name) => raw(`case when r.is_first then p.${name} end`)),
    ...told.map((name) => raw(`substring(p.${name} from r.first * ${SHORT} + 1 for r.count * ${SHORT})`)),
  ];
  const values = (of: (stretch: Stretch, at: number) => unknown) =>
    stretches.map((stretch, at) => String(of(stretch, at)));
  const copied = await tx.copied(sql`
    select ${join(columns)}
    from unnest(${values(({ run }) => run.weekEndDate)}::date[], ${values(({ run }) => run.first)}::int[], ${values(({ run }) => run.count)}::int[],
        ${values((_stretch, at) => isFirstOfWeek(stretches, at))}::boolean[]) with ordinality r (week_end_on, first, count, is_first, nth)
      join app.packed_week p on p.tenant_id = ${tenantId} and p.week_end_on = r.week_end_on
    order by r.nth`);
  return copied.all().map((fields) => ({
    lists: fields.slice(0, lists.length) as Buffer[],
    told: fields.slice(lists.length) as Buffer[],
  }));
}

async function conditionsOf(
  tx: Transaction,
  context: Pick<MemberContext, 'tenantId' | 'actor'>,
  { isBillable, activityID, clientID }: EntryQuery,
): Promise<Condition[]> {
  const reach = await entryReach(tx, context, 'time.see');
  const all = [
    isBillable !== undefined && billed(isBillable),
    activityID !== undefined && listed('activities', bytesOf(activityID)),
    clientID !== undefined && listed('projects', await projectsOf(tx, context.tenantId, clientID)),
    reach !== null && within(reach),
  ];
  return all.filter((condition) => condition !== false);
}

/** None of the zeros: in a packed week they stand for no activity, and no activity has them for its id. */
const bytesOf = (id: string): Buffer =>
  id === noId ? Buffer.alloc(0) : Buffer.from(id.replaceAll('-', ''), 'hex');

async function projectsOf(tx: Transaction, tenantId: string, clientID: string): Promise<Buffer> {
  const { ids } = await tx.one<{ ids: Buffer }>(sql`
    select coalesce(string_agg(uuid_send(p.id), ''::bytea), '') as ids from app.project p
    where p.tenant_id = ${tenantId} and p.client_id = ${clientID}`);
  return ids;
}

/** The place in a list of the week, stored from the lowest number on. */
const placeAt = (places: Buffer, entry: number): number =>
  (((places[SHORT * entry] as number) << 8) | (places[SHORT * entry + 1] as number)) ^ 0x8000;

const billed = (isBillable: boolean): Condition => ({
  lists: [],
  told: ['commented_times'],
  keep: (entries, _lists, told) => {
    const [times] = told as [Buffer];
    const asked = Number(isBillable);
    let kept = 0;
    for (const entry of entries)
      if (((times[SHORT * entry + 1] as number) & 1) === asked) entries[kept++] = entry;
    return kept;
  },
});

/** Of some activities, or on some projects. */
function listed(list: 'activities' | 'projects', ids: Buffer): Condition {
  const isOfThese = among(ids);
  return {
    lists: [list],
    told: [`commented_${list}`],
    keep: (entries, lists, told) => {
      const [[all], [places]] = [lists, told] as [[Buffer], [Buffer]];
      const these = isOfThese(all);
      let kept = 0;
      for (const entry of entries) if (these[placeAt(places, entry)] === 1) entries[kept++] = entry;
      return kept;
    },
  };
}

/** Of some people, or on some projects. */
function within(reach: Reach): Condition {
  const [isOfPeople, isOnProjects] = [among(reach.people), among(reach.projects)];
  return {
    lists: ['people', 'projects'],
    told: ['commented_people', 'commented_projects'],
    keep: (entries, lists, told) => {
      const [people, projects] = lists as [Buffer, Buffer];
      const [peoplePlaces, projectPlaces] = told as [Buffer, Buffer];
      const [these, those] = [isOfPeople(people), isOnProjects(projects)];
      let kept = 0;
      for (const entry of entries)
        if (these[placeAt(peoplePlaces, entry)] === 1 || those[placeAt(projectPlaces, entry)] === 1)
          entries[kept++] = entry;
      return kept;
    },
  };
}

/** Says of each id of a list whether it is one of these: one or zero. Often the next week has the same list. */
function among(ids: Buffer): (list: Buffer) => Uint8Array {
  const numbers = new Ids();
  // The ids that are asked for get the first numbers, each once.
  const count = new Set(numbers.numbersOf(ids)).size;
  let known: Buffer = Buffer.alloc(0);
  let isOne = new Uint8Array(0);
  return (list) => {
    if (list.equals(known)) return isOne;
    const numbersOfList = numbers.numbersOf(list);
    known = list;
    isOne = new Uint8Array(numbersOfList.length);
    for (let at = 0; at < isOne.length; at++) isOne[at] = Number((numbersOfList[at] as number) < count);
    return isOne;
  };
}
