import { scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject, listJson } from '../shared/json-sql.ts';
import { contains, type List } from '../shared/list.ts';
import { isWeekCounted } from '../totals/weeks.ts';
import { countOfDays } from './entry-count.ts';
import type { EntryQuery } from './entry-query.ts';
import { entryScope, memberScope } from './see.ts';
import { type EntryJson, entryItem, entryTables } from './week-json.ts';
import { type Found, isFound } from './with-word.ts';

type MissingDays = Answer<'GET /TimeSheet/Missing'>[number];
type YearWeek = Answer<'GET /TimeSheet/Year/:teamMemberID/:year'>[number];

const entriesAlone: Sql = sql`app.timesheet_entry e`;
const entriesWithProject: Sql = sql`${entriesAlone} join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id`;

/** Which entries `e` a question is about, besides a word in their comment, and the tables that this names. */
export function askedEntries(
  { tenantId, actor }: Pick<MemberContext, 'tenantId' | 'actor'>,
  query: EntryQuery,
): { from: Sql; where: Sql[] } {
  const filters: (Sql | false)[] = [
    query.from !== undefined && sql`e.work_on >= ${query.from}`,
    query.to !== undefined && sql`e.work_on <= ${query.to}`,
    query.teamMemberID !== undefined && sql`e.team_member_id = ${query.teamMemberID}`,
    query.projectID !== undefined && sql`e.project_id = ${query.projectID}`,
    query.clientID !== undefined && sql`p.client_id = ${query.clientID}`,
    query.activityID !== undefined && sql`e.activity_id = ${query.activityID}`,
    query.isBillable !== undefined && sql`e.is_billable = ${query.isBillable}`,
  ];
  // Every entry has its project and its week: they are joined for counting only where a condition names them.
  const needsProject = query.clientID !== undefined || scopeOf(actor, 'time.see') === 'managed';
  return {
    from: needsProject ? entriesWithProject : entriesAlone,
    where: [
      sql`e.tenant_id = ${tenantId}`,
      entryScope(actor, 'time.see', tenantId),
      livingOrChanged(query),
      ...filters.filter((filter) => filter !== false),
    ],
  };
}

/**
 * Entries of the workspace that the caller may see.
 * @param found where the word of the comments was looked for already
 */
export function entryList(
  context: MemberContext,
  query: EntryQuery,
  found: Found | null = null,
): List<EntryJson> {
  const { tenantId, actor } = context;
  const { from, where } = askedEntries(context, query);
  const word = query.q?.trim() ? contains(query.q) : undefined;
  const isOfDays = found === null && scopeOf(actor, 'time.see') === 'all';
  return {
    item: entryItem(tenantId),
    from: entryTables,
    countFrom: from,
    where: word === undefined ? where : [...where, isFound(word, found)],
    counted: found?.count ?? (isOfDays ? countOfDays(tenantId, query) : undefined),
    id: 'e.id',
    isIdOfOne: true,
    isDear: word !== undefined && found === null,
    sorts: {
      workDate: { by: 'e.work_on', type: 'date' },
      updatedAt: { by: 'e.updated_at', type: 'timestamptz' },
    },
    defaultSort: '-workDate',
  };
}

function livingOrChanged({ updatedSince, deletedSince }: EntryQuery): Sql {
  const changed = sql`(e.deleted_at is null and e.updated_at >= ${updatedSince})`;
  const removed = sql`(e.deleted_at is not null and e.deleted_at >= ${deletedSince})`;
  if (updatedSince !== undefined)
    return deletedSince === undefined ? changed : sql`(${changed} or ${removed})`;
  return deletedSince === undefined ? sql`e.deleted_at is null` : removed;
}

/** From Monday on. */
const daysOfWeek = [1, 2, 3, 4, 5, 6, 7];

/** A week `w` that is counted has time on each day that person `m` works on: nothing of it can be missing. */
const isFull: Sql = sql`coalesce(w.is_counted and ${join(
  daysOfWeek.map((nth) => raw(`(m.schedule[${nth}] = 0 or w.day_minutes[${nth}] > 0)`)),
  ' and ',
)}, false)`;

/**
 * Working days of a range on which somebody has no time, by person; until today at most. Most weeks are full, which is seen at once;
 * of the others each day is looked at.
 */
export function missingDays(
  tx: Queryable,
  { tenantId, actor }: MemberContext,
  {
    from,
    to,
    teamMemberID,
    today,
  }: { from: string; to: string; teamMemberID?: string | undefined; today: string },
): Promise<JsonText<MissingDays[]>> {
  const person = teamMemberID === undefined ? sql`true` : sql`m.id = ${teamMemberID}`;
  const item = jsonObject<MissingDays>({ teamMemberID: 'x.id', dates: 'x.dates' });
  return listJson(
    tx,
    item,
    'x.name, x.id',
    (text) => sql`
    with week as materialized (
      select w.team_member_id, w.week_end_on, w.day_minutes, ${isWeekCounted} as is_counted from app.timesheet_week w
      where w.tenant_id = ${tenantId} and w.week_end_on between ${from}::date and ${to}::date + 6
    ), day as materialized (
      select g::date as day, extract(isodow from g)::int as nth, g::date + (7 - extract(isodow from g)::int) as week_end_on
      from generate_series(${from}::date, least(${to}::date, ${today}::date), interval '1 day') g
      where not exists (select from app.holiday h where h.tenant_id = ${tenantId} and h.held_on = g::date)
    ), person as materialized (
      select m.id, lower(m.first_name || ' ' || m.last_name) as name, coalesce(m.schedule, t.schedule) as schedule,
        (m.created_at at time zone t.time_zone)::date as since
      from app.team_member m join app.tenant t on t.tenant_id = m.tenant_id
      where m.tenant_id = ${tenantId} and t.tenant_id = ${tenantId} and m.status = 'active' and ${memberScope(actor, 'time.see')} and ${person}
    ), gap as materialized (
      select m.id, m.name, m.schedule, m.since, s.week_end_on, w.day_minutes, w.is_counted
      from person m cross join (select distinct d.week_end_on from day d) s
        left join week w on w.team_member_id = m.id and w.week_end_on = s.week_end_on
      where not ${isFull}
    )
    select ${text} from (
      select m.id, m.name, json_agg(d.day order by d.day) as dates
      from gap m join day d on d.week_end_on = m.week_end_on
      where m.schedule[d.nth] > 0 and d.day >= m.since
        and case when m.is_counted is null then true when m.is_counted then m.day_minutes[d.nth] = 0
          else not exists (select from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.team_member_id = m.id and e.work_on = d.day
            and e.work_on between ${from} and ${to} and e.deleted_at is null and e.minutes > 0) end
      group by m.id, m.name) x`,
  );
}

const yearWeek = jsonObject<YearWeek>({
  weekEndDate: 'w.week_end_on',
  status: 'w.status',
  totalMinutes: 'w.total_minutes',
  billableMinutes: 'w.billable_minutes',
});

/** State and minutes of the touched weeks that end in a year. */
export function weeksOfYear(
  tx: Queryable,
  tenantId: string,
  teamMemberID: string,
  year: number,
): Promise<JsonText<YearWeek[]>> {
  return listJson(
    tx,
    yearWeek,
    'w.week_end_on',
    (text) => sql`
    select ${text} from app.timesheet_week w
    where w.tenant_id = ${tenantId} and w.team_member_id = ${teamMemberID} and w.week_end_on between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)`,
  );
}
