import { setImmediate } from 'node:timers/promises';
import { newRoom } from '../../../platform/copied.ts';
import type { Transaction } from '../../../platform/database.ts';
import { raw, type Sql, sql } from '../../../platform/sql.ts';
import { Ids } from '../../totals/ids.ts';
import { packedWeeks } from '../../totals/packed.ts';
import { partsOfSize } from '../../totals/parts-of-size.ts';
import { openDays } from '../../totals/spans.ts';
import { mostRows } from '../bounds.ts';
import type { Money } from '../groupings.ts';
import { isRounding } from '../rounded.ts';
import type { Ground, Question } from '../which-entries.ts';
import { type Known, type PackedGroup, Places, placeAbove, placesOfDays, TooManyKeys } from './places.ts';
import { addWeek, emptySums, type Figures, figureNames, linesOf, type Sums } from './sums.ts';
import {
  columnsOf,
  type PlacesOfWeek,
  type StoredColumn,
  type StoredWeek,
  storedColumns,
  weekOfFields,
} from './week-columns.ts';

/** A line of one level in one pair of currencies, as the statements of reports tell it, too. */
export type Row = Figures & {
  level: number;
  keys: (string | null)[];
  currency: string | null;
  costCurrency: string | null;
};

/** Entries of which the bytes are read at once, so that others have their turn and memory stays flat. */
const ENTRIES_AT_ONCE = 40_000;

/**
 * A report from packed weeks: what of its days they hold, added up here. Reading a row costs PostgreSQL more than a report may
 * take for all of them; the bytes of a year of a million entries are some megabytes.
 * @param question one of `isOfManyDays`
 * @returns the lines, and the days that are not packed; null where nothing is, or something else is asked
 * @throws AppError `validation_failed` for more lines, or amounts, than anybody reads
 */
export async function packedReport(
  tx: Transaction,
  ground: Ground,
  question: Question,
  money: Money,
): Promise<{ rows: Row[]; openDays: readonly string[] } | null> {
  const { tenantId } = ground;
  const { filters = [] } = question;
  const places = new Places(question.groupBy as PackedGroup[], filters);
  const { weeks, openDays: open } = await tx.one<{
    weeks: { end: string; entries: number }[];
    openDays: string[];
  }>(
    sql`with folded as materialized (${packedWeeks(tenantId, question)})
      select coalesce((select jsonb_agg(jsonb_build_object('end', f.week_end_on, 'entries', f.entries) order by f.week_end_on) from folded f), '[]') as weeks,
        array(${openDays(tenantId, 'day', question)})::text[] as "openDays"`,
    { unnamed: true },
  );
  const full = weeks.filter(({ entries }) => entries > 0);
  if (full.length === 0) return null;
  const rule = isRounding(question.rounding) ? question.rounding : null;
  const sums = emptySums(rule);
  try {
    const placesOf = await lists(tx, tenantId, places, endsOf(full));
    const price = (currency: string | null, costCurrency: string | null) =>
      places.ofPrice(money.isPriced ? currency : null, money.isCosted ? costCurrency : null);
    const parts = partsOfSize(full, ({ entries }) => entries, ENTRIES_AT_ONCE).map(endsOf);
    const read = whatIsRead(places, money, rule?.scope === 'dayProject');
    for await (const stored of readWeeks(tx, tenantId, parts, read)) {
      const weekEndDate = stored.weekEndDate.toString();
      const days = placesOfDays(places, weekEndDate, question);
      const columns = columnsOf(stored, { ...placesOf(weekEndDate), price, days });
      const { rows, refusal } = mostRows(places.prices);
      if (!addWeek(sums, columns, rows)) throw refusal(() => leavesOf(sums, places, question.groupBy.length));
    }
  } catch (error) {
    if (error instanceof TooManyKeys) return null;
    throw error;
  }
  const lines = new Map(Array.from(linesOf(sums), ({ place, figures }) => [place, figures]));
  return { rows: rowsOf(lines, places, question.groupBy.length), openDays: open };
}

const endsOf = (weeks: readonly { end: string }[]): string[] => weeks.map(({ end }) => end);

/**
 * Weeks, while PostgreSQL already reads those that come after them. Others have their turn in between. Two rooms are used in turn: of
 * new memory each page costs the system as much as to copy it.
 * @returns weeks whose bytes stay until the next one is asked for
 */
async function* readWeeks(
  tx: Transaction,
  tenantId: string,
  all: readonly string[][],
  columns: Sql,
): AsyncGenerator<StoredWeek> {
  const rooms = [newRoom(), newRoom()];
  const read = (part: number) => {
    const weeks = all[part];
    const statement = sql`
      select ${columns} from app.packed_week p where p.tenant_id = ${tenantId} and p.week_end_on = any(${weeks}::date[])`;
    const found = weeks ? tx.copied(statement, rooms[part % 2]) : Promise.resolve(null);
    // It is waited for later, or never where a week before it makes too many lines.
    found.catch(() => {});
    return found;
  };
  let next = read(0);
  for (let part = 1; part <= all.length; part++) {
    const stored = await next;
    next = read(part);
    await setImmediate();
    for (const fields of stored?.all() ?? []) yield weekOfFields(fields);
  }
}

/** Only the bytes that are looked at. */
function whatIsRead(places: Places, { isPriced, isCosted }: Money, isOfDays: boolean): Sql {
  const hasProject = places.looksAt('project');
  const hasActivity = places.looksAt('activity');
  const hasPrice = isPriced || isCosted;
  const asked: Partial<Record<StoredColumn, boolean>> = {
    projects: hasProject,
    projectPlaces: hasProject || isOfDays,
    activities: hasActivity,
    activityPlaces: hasActivity,
    prices: hasPrice,
    pricePlaces: hasPrice,
    bills: isPriced,
    costs: isCosted,
  };
  const columns = Object.entries(storedColumns);
  return raw(
    columns.map(([name, column]) => ((asked[name as StoredColumn] ?? true) ? column : 'null')).join(', '),
  );
}

/** What ids lead to, for the weeks of a report. */
async function lists(
  tx: Transaction,
  tenantId: string,
  places: Places,
  weeks: readonly string[],
): Promise<(weekEndDate: string) => Omit<PlacesOfWeek, 'days' | 'price'>> {
  const [people, projects] = [new Ids(), new Ids()];
  const known = await readProjects(tx, tenantId, places, projects);
  const ofPerson = placesOf(people, (id) => places.of('person', { person: id }));
  const statuses = places.looksAt('personWeek')
    ? await readStatuses(tx, tenantId, { weeks, people, places })
    : null;
  const usual = statuses ? places.of('personWeek', { status: usualStatus }) : 0;
  const shared = {
    projects: placesOf(projects, (id, number) => places.of('project', { ...known[number], project: id })),
    activities: placesOf(new Ids(), (id) => places.of('activity', { activity: id })),
  };
  return (weekEndDate) => {
    const own = statuses?.get(weekEndDate);
    if (!statuses) return { ...shared, people: ofPerson };
    const inWeek = (ids: Buffer) => {
      const numbers = people.numbersOf(ids);
      return ofPerson(ids).map((place, at) => place + (own?.[numbers[at] as number] ?? usual));
    };
    return { ...shared, people: inWeek };
  };
}

/** The places of ids, each asked for once. */
function placesOf(
  ids: Ids,
  placeOf: (id: string | null, number: number) => number,
): (bytes: Buffer) => Float64Array {
  const known: number[] = [];
  return (bytes) => {
    const numbers = ids.numbersOf(bytes);
    const places = new Float64Array(numbers.length);
    for (let at = 0; at < places.length; at++) {
      const number = numbers[at] as number;
      places[at] = known[number] ??= placeOf(ids.idOf(number), number);
    }
    return places;
  };
}

/** The client and the type of projects, by the number of the project; nothing where neither is asked for. */
async function readProjects(tx: Transaction, tenantId: string, places: Places, ids: Ids): Promise<Known[]> {
  const [hasClient, hasType] = [places.asks('client'), places.asks('projectType')];
  if (!hasClient && !hasType) return [];
  const copied = await tx.copied(sql`
    select x.client::text, x.type::text, string_agg(uuid_send(x.id), ''::bytea)
    from (
      select p.id, ${raw(hasClient ? 'p.client_id' : 'null::uuid')} as client, ${raw(hasType ? 'p.project_type_id' : 'null::uuid')} as type
      from app.project p where p.tenant_id = ${tenantId}
    ) x group by x.client, x.type`);
  const found: Known[] = [];
  for (const [client, type, projects] of copied.all()) {
    const known = { client: client?.toString() ?? null, projectType: type?.toString() ?? null };
    for (const number of ids.numbersOf(projects as Buffer)) found[number] = known;
  }
  return found;
}

/** Most time of a year is: the weeks of others alone are read. */
const usualStatus = 'approved';

/** What the status of a person's week adds to the place of a line where it is another: by its Sunday and the number of the person. */
async function readStatuses(
  tx: Transaction,
  tenantId: string,
  { weeks, people, places }: { weeks: readonly string[]; people: Ids; places: Places },
): Promise<Map<string, number[]>> {
  const copied = await tx.copied(sql`
    select w.week_end_on::text, w.status, string_agg(uuid_send(w.team_member_id), ''::bytea) from app.timesheet_week w
    where w.tenant_id = ${tenantId} and w.week_end_on = any(${[...weeks]}::date[]) and w.status <> ${usualStatus}
    group by w.week_end_on, w.status`);
  const found = new Map<string, number[]>();
  for (const fields of copied.all()) {
    const [weekEndDate, status, ids] = fields as [Buffer, Buffer, Buffer];
    const own = found.get(weekEndDate.toString()) ?? [];
    found.set(weekEndDate.toString(), own);
    const place = places.of('personWeek', { status: status.toString() });
    for (const person of people.numbersOf(ids)) own[person] = place;
  }
  return found;
}

/** The rows of the last level, without what is in them. */
function leavesOf(sums: Sums, places: Places, level: number): Omit<Row, keyof Figures>[] {
  const read = places.reader();
  return Array.from(linesOf(sums), ({ place }) => ({ level, ...read(place, level) }));
}

/** The lines of all levels: each adds up those below it. */
function rowsOf(leaves: Map<number, Figures>, places: Places, levels: number): Row[] {
  const read = places.reader();
  const rows: Row[] = [];
  let lines = leaves;
  for (let level = levels; level >= 0; level--) {
    const above = new Map<number, Figures>();
    for (const [place, figures] of lines) {
      rows.push({ level, ...read(place, level), ...figures });
      const higher = placeAbove(place, levels - level + 1);
      const sum = above.get(higher);
      if (sum) for (const name of figureNames) sum[name] += figures[name];
      else above.set(higher, { ...figures });
    }
    lines = above;
  }
  return rows;
}
