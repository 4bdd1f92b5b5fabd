import { scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { contains, lastRowOf } from '../shared/list.ts';
import { commentedWeeks } from '../totals/packed.ts';
import { weeksWithTime } from '../totals/spans.ts';
import { type CommentedWeek, type Run, runsOf } from './commented.ts';
import type { EntryQuery } from './entry-query.ts';
import { type Found, hasWord } from './with-word.ts';

/** So many entries are looked up one by one; of more that have a word, those are soon found that a page shows. */
const MOST_IDS = 3000;
/** Of more weeks that are not packed, as after an import, each entry is looked at. */
const MOST_OPEN_WEEKS = 8;
/** Of texts that are read at once. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;

/** What narrows a list to a few entries already. */
const narrow = ['teamMemberID', 'projectID', 'clientID', 'updatedSince', 'deletedSince'] as const;
/** What a question may name besides for all that have the word to be its entries, and the first of them its page. */
const plain = ['q', 'from', 'to', 'page', 'size', 'sort', 'total'];

/** A word is all that such a question looks for among the entries of many people, or nearly. */
export function isWide({ actor }: Pick<MemberContext, 'actor'>, query: EntryQuery): boolean {
  const isOwn = ['own', 'assigned', 'none'].includes(scopeOf(actor, 'time.see'));
  return !isOwn && !!query.q?.trim() && narrow.every((name) => query[name] === undefined);
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
  { tenantId, actor }: Pick<MemberContext, 'tenantId' | 'actor'>,
  query: EntryQuery,
): Promise<Found | null> {
  const { q = '', from = '', to = '9999', sort = '-workDate' } = query;
  const weeks = (await readWeeks(tx, tenantId)).filter(({ days }) => first(days) <= to && last(days) >= from);
  const isWhole = ({ days, length }: Week) => length !== null && first(days) >= from && last(days) <= to;
  const whole = weeks.filter(isWhole);
  if (weeks.length - whole.length > MOST_OPEN_WEEKS) return null;
  const runs: Run[] = [];
  for (const part of parts(whole)) {
    const texts = await readTexts(tx, tenantId, part);
    runs.push(...(await runsOf(texts, Buffer.from(q.trim().toLowerCase()))));
  }
  const isDown = sort.startsWith('-');
  const open = await readOpen(tx, tenantId, query, {
    days: weeks.filter((week) => !isWhole(week)).flatMap(({ days }) => days),
    isDown,
  });
  const count = countOf(runs) + open.count;
  const daysOf = new Map(whole.map(({ weekEndDate, days }) => [weekEndDate, days]));
  const read = async (of: readonly Run[]) => {
    const places = [...(await readPlaces(tx, tenantId, of, daysOf)), ...open.places].sort();
    return (isDown ? places.reverse() : places).map((place) => idOf(place.slice(-ID_DIGITS)));
  };
  if (count <= MOST_IDS) return { ids: await read(runs), count: null };
  const isPlain = Object.entries(query).every(([name, value]) => value === undefined || plain.includes(name));
  const isOfAll = scopeOf(actor, 'time.see') === 'all';
  const lastRow = lastRowOf(query);
  if (!isPlain || !isOfAll || lastRow > MOST_IDS || !sort.endsWith('workDate')) return null;
  const ids = await read(firstRuns(isDown ? runs.toReversed() : runs, lastRow));
  return { ids: ids.slice(0, lastRow), count };
}

const first = (days: readonly string[]): string => days[0] as string;
const last = (days: readonly string[]): string => days.at(-1) as string;

type Week = { days: string[]; weekEndDate: string; length: number | null };

/** Weeks that may have time, oldest first; `length` in bytes where their comments are packed. */
function readWeeks(tx: Transaction, tenantId: string): Promise<Week[]> {
  return tx.rows<Week>(sql`
    select array(select (w.week_end_on - 6 + day)::text from generate_series(0, 6) day) as days, w.week_end_on::text as "weekEndDate", c.length
    from (${weeksWithTime(tenantId)}) w left join (${commentedWeeks(tenantId)}) c on c.week_end_on = w.week_end_on
    order by w.week_end_on`);
}

/** Weeks whose texts are read together, without those that have none. */
function parts(weeks: readonly Week[]): string[][] {
  const all: string[][] = [];
  let room = 0;
  for (const { weekEndDate, length } of weeks) {
    if (!length) continue;
    if (room < length) {
      all.push([]);
      room = BYTES_AT_ONCE;
    }
    all.at(-1)?.push(weekEndDate);
    room -= length;
  }
  return all;
}

async function readTexts(
  tx: Transaction,
  tenantId: string,
  weekEndDates: readonly string[],
): Promise<CommentedWeek[]> {
  const rows = await tx.copied(sql`
    select p.week_end_on::text, p.comments, p.comment_ends, p.comment_lasts from app.packed_week p
    where p.tenant_id = ${tenantId} and p.week_end_on = any(${[...weekEndDates]}::date[]) order by p.week_end_on`);
  return rows.map((fields) => {
    const [weekEndDate, comments, ends, lasts] = fields as [Buffer, Buffer, Buffer, Buffer];
    return { weekEndDate: weekEndDate.toString(), comments, ends, lasts };
  });
}

const countOf = (runs: readonly Run[]): number => runs.reduce((sum, { count }) => sum + count, 0);

/** Whole weeks of runs until these are enough. */
function firstRuns(runs: readonly Run[], enough: number): Run[] {
  let count = 0;
  const end = runs.findIndex((run, at) => {
    count += run.count;
    return count >= enough && runs[at + 1]?.weekEndDate !== run.weekEndDate;
  });
  return runs.slice(0, end + 1);
}

/** Of an entry: the number of its day, and its id. */
const ENTRY = 2 + 16;
const DAY_DIGITS = 2 * 2;
const ID_DIGITS = 2 * 16;

/** Texts in whose order entries stand in a list: the day, and the digits of the id. */
type Place = string;

async function readPlaces(
  tx: Transaction,
  tenantId: string,
  runs: readonly Run[],
  daysOf: ReadonlyMap<string, readonly string[]>,
): Promise<Place[]> {
  if (runs.length === 0) return [];
  const numbers = (of: (run: Run) => number) => sql`${runs.map((run) => String(of(run)))}::int[]`;
  const rows = await tx.copied(sql`
    select r.week_end_on::text, substring(p.commented from r.first * ${String(ENTRY)}::int + 1 for r.count * ${String(ENTRY)}::int)
    from unnest(${runs.map(({ weekEndDate }) => weekEndDate)}::date[], ${numbers(({ first }) => first)}, ${numbers(({ count }) => count)}) r (week_end_on, first, count)
      join app.packed_week p on p.tenant_id = ${tenantId} and p.week_end_on = r.week_end_on`);
  return rows.flatMap(([week, bytes]) =>
    placesOf(daysOf.get(String(week)) ?? [], (bytes as Buffer).toString('hex')),
  );
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
  tenantId: string,
  { q = '', from, to }: EntryQuery,
  { days, isDown }: { days: readonly string[]; isDown: boolean },
): Promise<{ count: number; places: Place[] }> {
  if (days.length === 0) return { count: 0, places: [] };
  const asked = days.filter((day) => day >= (from ?? day) && day <= (to ?? day));
  const direction = raw(isDown ? 'desc' : 'asc');
  const rows = await tx.rows<{ place: Place; count: number }>(sql`
    select e.work_on || replace(e.id::text, '-', '') as place, (count(*) over ())::int as count from app.timesheet_entry e
    where e.tenant_id = ${tenantId} and e.deleted_at is null and e.work_on = any(${asked}::date[]) and ${hasWord(contains(q))}
    order by e.work_on ${direction}, e.id ${direction} limit ${MOST_IDS}`);
  return { count: rows[0]?.count ?? 0, places: rows.map(({ place }) => place) };
}

function idOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
