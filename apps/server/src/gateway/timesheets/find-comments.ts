import { scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import { join, raw, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { contains, lastRowOf } from '../shared/list.ts';
import { packedWeeks } from '../totals/packed.ts';
import { partsOfSize } from '../totals/parts-of-size.ts';
import { EVER, weeksWithTime } from '../totals/spans.ts';
import {
  type CommentedWeek,
  countOf,
  type FoundWeek,
  type Run,
  runsOf,
  type Stretch,
  stretchesOf,
  weeksOf,
} from './commented.ts';
import { type EntryQuery, isKnownTo, leavesFew } from './entry-query.ts';
import { narrowWeeks } from './narrow-weeks.ts';
import { askedEntries } from './queries.ts';
import { type Found, hasWord } from './with-word.ts';

/** So many entries are looked up one by one; of more that have a word, those are soon found that a page shows. */
const MOST_IDS = 3000;
/** Of more weeks that are not packed, as after an import, each entry is looked at. */
const MOST_OPEN_WEEKS = 8;
/** Of texts that are read at once. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;

/** A word is all that such a question looks for among the entries of many people, or nearly. */
export function isWide({ actor }: Pick<MemberContext, 'actor'>, query: EntryQuery): boolean {
  const isOwn = ['own', 'assigned', 'none'].includes(scopeOf(actor, 'time.see'));
  return !isOwn && !!query.q?.trim() && !leavesFew(query);
}

/**
 * Looks for a word in the comments of packed weeks (decision 059): to look at each of a million entries takes PostgreSQL much
 * longer than their texts in a row take this process.
 * @param tx one moment, so that what is found is what its next statement sees
 * @param query one that `isWide`
 * @returns null where the entries are looked at one after the other
 */
export async function findComments(
  tx: Transaction,
  context: Pick<MemberContext, 'tenantId' | 'actor'>,
  query: EntryQuery,
): Promise<Found | null> {
  const { tenantId } = context;
  const { from = '', to = '9999', sort = '-workDate' } = query;
  const weeks = (await readWeeks(tx, tenantId)).filter(({ days }) => first(days) <= to && last(days) >= from);
  const isWhole = (week: Week): week is WholeWeek =>
    week.length !== null && first(week.days) >= from && last(week.days) <= to;
  const whole = weeks.filter(isWhole);
  if (weeks.length - whole.length > MOST_OPEN_WEEKS) return null;
  const isDown = sort.startsWith('-');
  const runs = await findRuns(tx, tenantId, whole, query);
  if (runs === null) return null;
  const withWord = weeksOf(runs);
  const open = await readOpen(tx, context, query, {
    days: weeks.filter((week) => !isWhole(week)).flatMap(({ days }) => days),
    isDown,
  });
  const daysOf = new Map(whole.map(({ weekEndDate, days }) => [weekEndDate, days]));
  const read = async (of: readonly FoundWeek[]) => {
    const runs = of.flatMap((week) => week.runs());
    const places = [...(await readPlaces(tx, tenantId, runs, daysOf)), ...open.places].sort();
    return (isDown ? places.reverse() : places).map((place) => idOf(place.slice(-ID_DIGITS)));
  };
  if (countOf(withWord) + open.count <= MOST_IDS) return { ids: await read(withWord), count: null };
  if (!isKnownTo('texts', query)) return null;
  const found = await narrowWeeks(tx, context, query, withWord);
  const count = countOf(found) + open.count;
  if (count <= MOST_IDS) return { ids: await read(found), count: null };
  const lastRow = lastRowOf(query);
  if (lastRow > MOST_IDS || !sort.endsWith('workDate')) return { ids: null, count };
  const ids = await read(firstWeeks(isDown ? found.toReversed() : found, lastRow));
  return { ids: ids.slice(0, lastRow), count };
}

const first = (days: readonly string[]): string => days[0] as string;
const last = (days: readonly string[]): string => days.at(-1) as string;

/** `length` in bytes where their comments are packed, which then has a number of entries. */
type Week = { days: string[]; weekEndDate: string } & (
  | { length: number; entries: number }
  | { length: null }
);
type WholeWeek = Extract<Week, { length: number }>;

/** Weeks that may have time, oldest first. */
function readWeeks(tx: Transaction, tenantId: string): Promise<Week[]> {
  return tx.rows<Week>(sql`
    select array(select (w.week_end_on - 6 + day)::text from generate_series(0, 6) day) as days, w.week_end_on::text as "weekEndDate", c.length, c.entries
    from (${weeksWithTime(tenantId)}) w left join (${packedWeeks(tenantId, EVER)}) c on c.week_end_on = w.week_end_on
    order by w.week_end_on`);
}

/** Which entries of these weeks have the word; null as soon as they are more than help a question that texts do not know the rest of. */
async function findRuns(
  tx: Transaction,
  tenantId: string,
  weeks: readonly WholeWeek[],
  query: EntryQuery,
): Promise<Run[] | null> {
  const word = Buffer.from((query.q ?? '').trim().toLowerCase());
  const most = isKnownTo('texts', query) ? Number.POSITIVE_INFINITY : MOST_IDS;
  const withTexts = weeks.filter(({ length }) => length > 0);
  const runs: Run[] = [];
  for (const part of partsOfSize(withTexts, ({ length }) => length, BYTES_AT_ONCE)) {
    const ends = part.map(({ weekEndDate }) => weekEndDate);
    runs.push(...(await runsOf(await readTexts(tx, tenantId, ends), word)));
    if (countOf(runs) > most) return null;
  }
  return runs;
}

async function readTexts(
  tx: Transaction,
  tenantId: string,
  weekEndDates: readonly string[],
): Promise<CommentedWeek[]> {
  const copied = await tx.copied(sql`
    select p.week_end_on::text, p.comments, p.comment_ends, p.comment_lasts from app.packed_week p
    where p.tenant_id = ${tenantId} and p.week_end_on = any(${[...weekEndDates]}::date[]) order by p.week_end_on`);
  return copied.all().map((fields) => {
    const [weekEndDate, comments, ends, lasts] = fields as [Buffer, Buffer, Buffer, Buffer];
    return { weekEndDate: weekEndDate.toString(), comments, ends, lasts };
  });
}

/** Weeks until their entries are enough; all where they never are. */
function firstWeeks(weeks: readonly FoundWeek[], enough: number): readonly FoundWeek[] {
  let count = 0;
  const end = weeks.findIndex((week) => {
    count += week.count;
    return count >= enough;
  });
  return end < 0 ? weeks : weeks.slice(0, end + 1);
}

/** Of an entry: the number of its day, and its id. */
const ENTRY = 2 + 16;
const DAY_DIGITS = 2 * 2;
const ID_DIGITS = 2 * 16;

/** Texts in whose order entries stand in a list: the day, and the digits of the id. */
type Place = string;

/** Entries between two runs that are rather read along than looked for anew: about what PostgreSQL keeps together. */
const READ_ALONG = 100;

async function readPlaces(
  tx: Transaction,
  tenantId: string,
  runs: readonly Run[],
  daysOf: ReadonlyMap<string, readonly string[]>,
): Promise<Place[]> {
  if (runs.length === 0) return [];
  const stretches = stretchesOf(runs, READ_ALONG);
  const numbers = (of: (run: Run) => number) => sql`${stretches.map(({ run }) => String(of(run)))}::int[]`;
  const copied = await tx.copied(sql`
    select r.nth::int, substring(p.commented from r.first * ${String(ENTRY)}::int + 1 for r.count * ${String(ENTRY)}::int)
    from unnest(${stretches.map(({ run }) => run.weekEndDate)}::date[], ${numbers(({ first }) => first)}, ${numbers(({ count }) => count)})
        with ordinality r (week_end_on, first, count, nth)
      join app.packed_week p on p.tenant_id = ${tenantId} and p.week_end_on = r.week_end_on`);
  return copied.all().flatMap((fields) => {
    const [nth, bytes] = fields as [Buffer, Buffer];
    const { run, of } = stretches[nth.readInt32BE() - 1] as Stretch;
    return of.flatMap(({ first, count }) => {
      const from = (first - run.first) * ENTRY;
      const hex = bytes.subarray(from, from + count * ENTRY).toString('hex');
      return placesOf(daysOf.get(run.weekEndDate) ?? [], hex);
    });
  });
}

function placesOf(days: readonly string[], hex: string): Place[] {
  const digits = DAY_DIGITS + ID_DIGITS;
  return Array.from({ length: hex.length / digits }, (_entry, at) => {
    const from = at * digits;
    return `${days[Number.parseInt(hex.slice(from, from + DAY_DIGITS), 16)]}${hex.slice(from + DAY_DIGITS, from + digits)}`;
  });
}

/** Of days that no packed week tells of: how many entries have the word, and those that come first. */
async function readOpen(
  tx: Transaction,
  context: Pick<MemberContext, 'tenantId' | 'actor'>,
  query: EntryQuery,
  { days, isDown }: { days: readonly string[]; isDown: boolean },
): Promise<{ count: number; places: Place[] }> {
  if (days.length === 0) return { count: 0, places: [] };
  const { from, where } = askedEntries(context, query);
  const direction = raw(isDown ? 'desc' : 'asc');
  const rows = await tx.rows<{ place: Place; count: number }>(sql`
    select e.work_on || replace(e.id::text, '-', '') as place, (count(*) over ())::int as count from ${from}
    where ${join(where, ' and ')} and e.work_on = any(${[...days]}::date[]) and ${hasWord(contains(query.q ?? ''))}
    order by e.work_on ${direction}, e.id ${direction} limit ${MOST_IDS}`);
  return { count: rows[0]?.count ?? 0, places: rows.map(({ place }) => place) };
}

function idOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
