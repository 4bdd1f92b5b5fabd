import { daysBetween } from '@stint/domain/time/plain-date.ts';
import { scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { raw, type Sql, sql } from '../../../platform/sql.ts';
import { packedWeeks } from '../../totals/packed.ts';
import { openDays } from '../../totals/spans.ts';
import type { Money } from '../groupings.ts';
import { isRounding } from '../rounded.ts';
import type { Ground, Question } from '../which-entries.ts';
import { type Known, type PackedGroup, Places, placeAbove, placesOfDays, TooManyKeys } from './places.ts';
import { figureNames, LEFT_OUT, Sums } from './sums.ts';
import { columnsOf, idsOf, remembered, type StoredWeek } from './week-columns.ts';

/** A line of one level in one pair of currencies. */
export type PackedRow = Record<(typeof figureNames)[number], number> & {
  level: number;
  keys: (string | null)[];
  currency: string | null;
  costCurrency: string | null;
};

/** Entries of which the bytes are read at once, so that others have their turn and memory stays flat. */
const ENTRIES_AT_ONCE = 200_000;

/** So few days are added up as quickly. */
const FEW_DAYS = 21;

/**
 * A report from packed weeks: what of its days they hold, added up here. Reading a row costs PostgreSQL more than a report may
 * take for all of them; the bytes of a year of a million entries are some megabytes.
 * @param most lines of which there are never more
 * @returns the lines, 'too many' of them, and the days that are not packed; null where nothing is, or something else is asked
 */
export async function packedReport(
  tx: Queryable,
  ground: Ground,
  question: Question,
  how: { money: Money; most: number },
): Promise<{ rows: PackedRow[] | 'too many'; openDays: readonly string[] } | null> {
  const { tenantId } = ground;
  const { from, to, filters = [] } = question;
  if (scopeOf(ground.actor, 'report.see') !== 'all' || daysBetween(from, to) < FEW_DAYS) return null;
  const places = new Places(question.groupBy as PackedGroup[], filters);
  const { weeks, days } = await tx.one<{ weeks: { end: string; entries: number }[]; days: string[] }>(
    sql`with folded as materialized (${packedWeeks(tenantId, question)})
      select coalesce((select jsonb_agg(jsonb_build_object('end', f.week_end_on, 'entries', f.entries) order by f.week_end_on) from folded f), '[]') as weeks,
        array(${openDays(tenantId, 'day', question)})::text[] as days`,
    { unnamed: true },
  );
  const full = weeks.filter(({ entries }) => entries > 0);
  if (full.length === 0) return null;
  const rule = isRounding(question.rounding) ? question.rounding : null;
  const sums = new Sums(how.most);
  try {
    const placesOf = await lists(
      tx,
      tenantId,
      places,
      full.map(({ end }) => end),
    );
    const read = whatIsRead(places, how.money, rule?.scope === 'dayProject');
    for (const some of parts(full)) {
      const stored = await tx.rows<StoredWeek>(
        sql`select p.week_end_on as "weekEndDate", p.entries, p.people, p.person_entries as "personEntries", p.times, ${read}
          from app.packed_week p where p.tenant_id = ${tenantId} and p.week_end_on = any(${some}::date[])`,
        { unnamed: true },
      );
      for (const week of stored) {
        const own = { ...placesOf(week.weekEndDate), days: placesOfDays(places, week.weekEndDate, question) };
        if (!sums.addWeek(columnsOf(week, own), rule)) return { rows: 'too many', openDays: days };
      }
    }
  } catch (error) {
    if (error instanceof TooManyKeys) return null;
    throw error;
  }
  return { rows: rowsOf(sums, places, question.groupBy.length), openDays: days };
}

/** Weeks that are read together. */
function parts(weeks: readonly { end: string; entries: number }[]): string[][] {
  const all: string[][] = [];
  let room = 0;
  for (const { end, entries } of weeks) {
    if (room < entries) {
      all.push([]);
      room = ENTRIES_AT_ONCE;
    }
    all.at(-1)?.push(end);
    room -= entries;
  }
  return all;
}

/** Only the bytes that are looked at. */
function whatIsRead(places: Places, { isPriced, isCosted }: Money, isOfDays: boolean): Sql {
  const column = (name: string, as: string, isRead: boolean) => `${isRead ? `p.${name}` : 'null'} as "${as}"`;
  const hasProject = places.looksAt('project') || isOfDays;
  const hasActivity = places.looksAt('activity');
  const hasPrice = isPriced || isCosted;
  return raw(
    [
      column('projects', 'projects', places.looksAt('project')),
      column('project_places', 'projectPlaces', hasProject),
      column('activities', 'activities', hasActivity),
      column('activity_places', 'activityPlaces', hasActivity),
      column('prices', 'prices', hasPrice),
      column('price_places', 'pricePlaces', hasPrice),
      column('bills', 'bills', isPriced),
      column('costs', 'costs', isCosted),
    ].join(', '),
  );
}

/** What ids lead to, for the weeks of a report. */
async function lists(tx: Queryable, tenantId: string, places: Places, weeks: readonly string[]) {
  const projects = places.looksAt('project') ? await readProjects(tx, tenantId) : new Map<string, Known>();
  const statuses = places.looksAt('personWeek') ? await readStatuses(tx, tenantId, weeks) : null;
  const person = remembered((id) => places.of('person', { person: id }));
  const placeOfStatus = new Map<string, number>();
  const ofStatus = (status: string) => {
    const known = placeOfStatus.get(status) ?? places.of('personWeek', { status });
    placeOfStatus.set(status, known);
    return known;
  };
  const shared = {
    project: remembered((id) =>
      places.of('project', { ...(id === null ? {} : projects.get(id)), project: id }),
    ),
    activity: remembered((id) => places.of('activity', { activity: id })),
    price: (currency: string | null, costCurrency: string | null) => places.ofPrice(currency, costCurrency),
  };
  return (weekEndDate: string) => {
    const own = statuses?.get(weekEndDate);
    if (!statuses) return { ...shared, person };
    const inWeek = (id: string) => {
      const status = own?.get(id);
      return status === undefined ? LEFT_OUT : person(id) + ofStatus(status);
    };
    return { ...shared, person: inWeek };
  };
}

async function readProjects(tx: Queryable, tenantId: string): Promise<Map<string, Known>> {
  const rows = await tx.rows<{ id: string; client: string | null; projectType: string | null }>(
    sql`select p.id, p.client_id as client, p.project_type_id as "projectType" from app.project p where p.tenant_id = ${tenantId}`,
    { unnamed: true },
  );
  return new Map(rows.map(({ id, ...known }) => [id, known]));
}

/** The status of each person's week, by its Sunday and the bytes of the person's id. */
async function readStatuses(
  tx: Queryable,
  tenantId: string,
  weeks: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const rows = await tx.rows<{ weekEndDate: string; status: string; people: Buffer }>(
    sql`select w.week_end_on as "weekEndDate", w.status, string_agg(uuid_send(w.team_member_id), ''::bytea) as people
      from app.timesheet_week w where w.tenant_id = ${tenantId} and w.week_end_on = any(${[...weeks]}::date[])
      group by w.week_end_on, w.status`,
    { unnamed: true },
  );
  const found = new Map<string, Map<string, string>>();
  for (const { weekEndDate, status, people } of rows) {
    const own = found.get(weekEndDate) ?? new Map<string, string>();
    found.set(weekEndDate, own);
    for (const id of idsOf(people)) own.set(id, status);
  }
  return found;
}

/** The lines of all levels: each adds up those below it. */
function rowsOf(sums: Sums, places: Places, levels: number): PackedRow[] {
  const read = places.reader();
  const rows: PackedRow[] = [];
  let lines = new Map(Array.from(sums.lines(), ({ place, figures }) => [place, figures]));
  for (let level = levels; level >= 0; level--) {
    const above = new Map<number, Float64Array>();
    for (const [place, figures] of lines) {
      const { keys, ...currencies } = read(place);
      const named = Object.fromEntries(figureNames.map((name, at) => [name, figures[at]]));
      rows.push({ level, keys: keys.slice(0, level), ...currencies, ...named } as PackedRow);
      const higher = placeAbove(place, levels - level + 1);
      const sum = above.get(higher) ?? new Float64Array(figures.length);
      for (const [at, figure] of figures.entries()) sum[at] = (sum[at] as number) + figure;
      above.set(higher, sum);
    }
    lines = above;
  }
  return rows;
}
