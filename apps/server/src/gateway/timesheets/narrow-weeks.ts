import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { Ids } from '../totals/ids.ts';
import { partsOfSize } from '../totals/parts-of-size.ts';
import { noId } from '../totals/spans.ts';
import { entriesOf, type FoundWeek, weekOf } from './commented.ts';
import type { EntryQuery } from './entry-query.ts';
import { entryReach, type Reach } from './see.ts';

/** Of columns that are read at once: as much as COPY has room for from the start, for larger buffers are dear to clear away. */
const BYTES_AT_ONCE = 2 ** 19;

/** A number of two bytes, the higher one first. */
const SHORT = 2;

/** What is asked of entries, by columns of a packed week. */
type Condition = {
  columns: readonly string[];
  /** Moves the numbers of those that are asked for to the front. @returns how many these are */
  keep(entries: Uint32Array, ...bytes: Buffer[]): number;
};

/**
 * Of the entries that have a word those that a question names besides, and that somebody may see.
 * @param found entries of packed weeks, and these weeks
 */
export async function narrowWeeks(
  tx: Transaction,
  context: Pick<MemberContext, 'tenantId' | 'actor'>,
  query: EntryQuery,
  {
    found,
    weeks,
  }: { found: readonly FoundWeek[]; weeks: readonly { weekEndDate: string; entries: number }[] },
): Promise<readonly FoundWeek[]> {
  const conditions = await conditionsOf(tx, context, query);
  if (conditions.length === 0) return found;
  const foundIn = new Map(found.map((week) => [week.weekEndDate, week]));
  const asked = weeks.filter(({ weekEndDate }) => foundIn.has(weekEndDate));
  const columns = raw(
    conditions.flatMap((condition) => condition.columns.map((name) => `, p.${name}`)).join(''),
  );
  const numbers = conditions.flatMap((condition) =>
    condition.columns.filter((name) => name.startsWith('commented_')),
  );
  const narrowed: FoundWeek[] = [];
  for (const some of partsOfSize(asked, ({ entries }) => entries * numbers.length * SHORT, BYTES_AT_ONCE)) {
    const copied = await tx.copied(sql`
      select p.week_end_on::text ${columns} from app.packed_week p
      where p.tenant_id = ${context.tenantId} and p.week_end_on = any(${some.map(({ weekEndDate }) => weekEndDate)}::date[])
      order by p.week_end_on`);
    for (const fields of copied.all()) {
      const [week, ...bytes] = fields as Buffer[];
      const weekEndDate = String(week);
      let entries = entriesOf(foundIn.get(weekEndDate) as FoundWeek);
      for (const { keep, columns: own } of conditions)
        entries = entries.subarray(0, keep(entries, ...bytes.splice(0, own.length)));
      narrowed.push(weekOf(weekEndDate, entries));
      await setImmediate();
    }
  }
  return narrowed;
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
  columns: ['commented_times'],
  keep: (entries, times) => {
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
    columns: [list, `commented_${list}`],
    keep: (entries, all, places) => {
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
    columns: ['people', 'commented_people', 'projects', 'commented_projects'],
    keep: (entries, ...bytes) => {
      const [people, peoplePlaces, projects, projectPlaces] = bytes as [Buffer, Buffer, Buffer, Buffer];
      const [these, those] = [isOfPeople(people), isOnProjects(projects)];
      let kept = 0;
      for (const entry of entries)
        if (these[placeAt(peoplePlaces, entry)] === 1 || those[placeAt(projectPlaces, entry)] === 1)
          entries[kept++] = entry;
      return kept;
    },
  };
}

/** Says of each id of a list whether it is one of these: one or zero. */
function among(ids: Buffer): (list: Buffer) => Uint8Array {
  const numbers = new Ids();
  // The ids that are asked for get the first numbers, each once.
  const count = new Set(numbers.numbersOf(ids)).size;
  return (list) => {
    const numbersOfList = numbers.numbersOf(list);
    const isOne = new Uint8Array(numbersOfList.length);
    for (let at = 0; at < isOne.length; at++) isOne[at] = Number((numbersOfList[at] as number) < count);
    return isOne;
  };
}
