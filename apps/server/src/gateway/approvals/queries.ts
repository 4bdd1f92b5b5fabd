import { type Actor, scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject, jsonRow, listJson } from '../shared/json-sql.ts';
import type { List } from '../shared/list.ts';
import { memberScope } from '../timesheets/see.ts';
import {
  type EntryJson,
  entryItem,
  entryTables,
  type WeekJson,
  weekExpressions,
  weekItem,
} from '../timesheets/week-json.ts';
import { isWeekCounted } from '../totals/weeks.ts';

/** Weeks `w` of people `m` that the caller may decide; the own one only where nobody else could. */
function decidable(tenantId: string, actor: Actor): Sql {
  const me = actor.teamMemberID;
  const alone = sql`not exists (select from app.team_member o where o.tenant_id = ${tenantId} and o.status = 'active' and o.user_id is not null
    and o.id <> ${me} and (o.role in ('owner', 'admin') or o.id = m.approver_id))`;
  const managed =
    scopeOf(actor, 'week.approve') === 'managed'
      ? sql` or (m.id <> ${me} and w.total_minutes > 0 and not exists (
          select from app.timesheet_entry e join app.project p on p.tenant_id = ${tenantId} and p.id = e.project_id
          where e.tenant_id = ${tenantId} and e.team_member_id = m.id and e.work_on between w.week_end_on - 6 and w.week_end_on
            and e.deleted_at is null and p.manager_id is distinct from ${me}))`
      : sql``;
  return sql`((${memberScope(actor, 'week.approve')} and (m.id <> ${me} or ${alone}))${managed})`;
}

const people = (tenantId: string) =>
  sql`app.timesheet_week w join app.team_member m on m.tenant_id = ${tenantId} and m.id = w.team_member_id`;

/** What an approver should look at in a week `w` of a person `m`. */
function flagsOf(tenantId: string): Sql {
  const ofWeek = sql`e.tenant_id = ${tenantId} and e.team_member_id = m.id and e.deleted_at is null
      and e.work_on between w.week_end_on - 6 and w.week_end_on`;
  const archived = sql`from app.project a where a.tenant_id = ${tenantId} and a.archived_at is not null`;
  // "is true" keeps the archived projects a list that is made once: as a join each project of each week would be looked up.
  const flags = (days: Sql, projects: Sql) => sql`array_remove(array[
      case when 1440 < any(${days}) then 'dayOverLimit' end,
      case when ${days}[6] + ${days}[7] > 0 then 'weekend' end,
      case when (select exists (select ${archived}))
        and exists (select from unnest(${projects}) u(id) where (u.id in (select a.id ${archived})) is true) then 'archivedProject' end,
      case when (select 'comment' = any(t.required_fields) from app.tenant t where t.tenant_id = ${tenantId})
        and exists (select from app.timesheet_entry e where ${ofWeek} and e.comment = '' and e.minutes > 0) then 'missingComment' end], null)`;
  // The totals of the week know it, but for a week that was not counted since it was written.
  return sql`case when ${isWeekCounted} then ${flags(sql`w.day_minutes`, sql`w.project_ids`)} else (
    select ${flags(sql`x.days`, sql`x.projects`)} from (select
      array(select coalesce(sum(e.minutes), 0)::int from generate_series(6, 0, -1) back
        left join app.timesheet_entry e on ${ofWeek} and e.work_on = w.week_end_on - back group by back order by back desc) as days,
      array(select e.project_id from app.timesheet_entry e where ${ofWeek}) as projects) x) end`;
}

type InboxWeek = Answer<'GET /TimeSheet/GetPendingTimesheets'>[number];
type ListedWeek = Answer<'GET /TimeSheet/Weeks'>[number];
type WeekStep = Answer<'GET /TimeSheet/History/:teamMemberID/:weekEndDate'>[number];

/** Pending weeks the caller may decide, oldest first, with what helps to decide. */
export function pendingList(tenantId: string, actor: Actor): List<InboxWeek> {
  const item = jsonRow<InboxWeek>({
    ...weekExpressions,
    firstName: 'm.first_name',
    lastName: 'm.last_name',
    // Of those alone whose whole weeks they see: who manages a project has one with nothing else, and the ones before may have more.
    normMinutes: sql`case when ${memberScope(actor, 'time.see')} then (select round(avg(n.total_minutes))::int from (select b.total_minutes
      from app.timesheet_week b where b.tenant_id = ${tenantId} and b.team_member_id = m.id and b.week_end_on < w.week_end_on and b.total_minutes > 0
      order by b.week_end_on desc limit 4) n) end`,
    flags: flagsOf(tenantId),
  });
  return {
    item,
    from: people(tenantId),
    where: [sql`w.tenant_id = ${tenantId}`, sql`w.status = 'pending'`, decidable(tenantId, actor)],
    id: 'w.team_member_id',
    sorts: { week: { by: 'w.week_end_on', type: 'date' } },
    defaultSort: 'week',
  };
}

/** Weeks of one state in a range of Sundays; `open` ones also where nobody touched the week yet. */
export function weekList(
  tenantId: string,
  actor: Actor,
  { status, from, to }: { status: string; from: string; to: string },
): List<ListedWeek> {
  const isOpen = status === 'open';
  // What was not handed in includes weeks without a row: every active person times every Sunday of the range.
  const source = isOpen
    ? sql`app.team_member m
        cross join lateral (select g::date as week_end_on from generate_series(${from}::date + (7 - extract(isodow from ${from}::date))::int, ${to}::date, interval '7 days') g) d
        left join app.timesheet_week k on k.tenant_id = ${tenantId} and k.team_member_id = m.id and k.week_end_on = d.week_end_on
          and k.week_end_on between ${from} and ${to}
        cross join lateral (select m.tenant_id, m.id as team_member_id, d.week_end_on, coalesce(k.status, 'open') as status, k.submitted_at, k.submitted_by,
          k.decided_at, k.decided_by, k.reason, k.note, coalesce(k.lines, '[]'::jsonb) as lines, coalesce(k.total_minutes, 0) as total_minutes,
          coalesce(k.billable_minutes, 0) as billable_minutes, k.snapshot_hash, coalesce(k.version, 0) as version) w`
    : people(tenantId);
  return {
    item: jsonRow<ListedWeek>({
      ...weekExpressions,
      firstName: 'm.first_name',
      lastName: 'm.last_name',
      remindedAt: sql`(select r.reminded_at from app.week_reminder r where r.tenant_id = ${tenantId} and r.team_member_id = m.id and r.week_end_on = w.week_end_on)`,
    }),
    from: source,
    where: [
      sql`m.tenant_id = ${tenantId}`,
      sql`w.tenant_id = ${tenantId}`,
      sql`w.status = ${status}`,
      sql`w.week_end_on between ${from}::date and ${to}::date`,
      memberScope(actor, 'week.approve'),
      ...(isOpen ? [sql`m.status = 'active' and m.created_at < w.week_end_on + 1`] : []),
    ],
    id: 'm.id',
    sorts: { week: { by: 'w.week_end_on', type: 'date' } },
    defaultSort: '-week',
  };
}

/** Disapproved weeks of a person, newest first. */
export function disapprovedWeeks(
  tx: Queryable,
  tenantId: string,
  teamMemberID: string,
): Promise<JsonText<WeekJson[]>> {
  return listJson(
    tx,
    weekItem,
    'w.week_end_on desc',
    (text) => sql`
    select ${text} from app.timesheet_week w
    where w.tenant_id = ${tenantId} and w.team_member_id = ${teamMemberID} and w.status = 'disapproved'`,
  );
}

/** Every step of a week, oldest first. */
export function weekHistory(
  tx: Queryable,
  tenantId: string,
  teamMemberID: string,
  weekEndDate: string,
): Promise<JsonText<WeekStep[]>> {
  const item = jsonObject<WeekStep>({
    id: 'h.id',
    at: 'h.at',
    actorID: 'h.actor_id',
    actorName: sql`(select btrim(a.first_name || ' ' || a.last_name) from app.team_member a where a.tenant_id = ${tenantId} and a.user_id = h.actor_id)`,
    action: 'h.action',
    fromStatus: 'h.from_status',
    toStatus: 'h.to_status',
    reason: 'h.reason',
    note: 'h.note',
    lines: 'h.lines',
    totalMinutes: 'h.total_minutes',
    billableMinutes: 'h.billable_minutes',
    isOwnWeek: 'h.is_own_week',
  });
  return listJson(
    tx,
    item,
    'h.at, h.id',
    (text) => sql`select ${text} from app.week_transition h
      where h.tenant_id = ${tenantId} and h.team_member_id = ${teamMemberID} and h.week_end_on = ${weekEndDate}`,
  );
}

export type Snapshot = { takenAt: Date; entries: EntryJson[] };

/**
 * What the week is compared with, or null: what was handed in last; while that waits or was approved, what was handed in
 * before it, so that whoever decides sees what a resubmission changed.
 */
export function comparedSnapshot(
  tx: Queryable,
  tenantId: string,
  teamMemberID: string,
  weekEndDate: string,
): Promise<Snapshot | null> {
  return tx.maybeOne<Snapshot>(sql`
    select s.taken_at as "takenAt", s.entries
    from app.week_snapshot s join app.timesheet_week w on w.tenant_id = s.tenant_id and w.team_member_id = s.team_member_id
      and w.week_end_on = s.week_end_on
    where s.tenant_id = ${tenantId} and s.team_member_id = ${teamMemberID} and s.week_end_on = ${weekEndDate}
      and not exists (select from app.week_transition u where u.tenant_id = ${tenantId} and u.team_member_id = ${teamMemberID}
        and u.week_end_on = ${weekEndDate} and u.action = 'undo' and u.snapshot_id = s.id)
    order by w.status in ('pending', 'approved') and s.id = w.snapshot_id, s.taken_at desc, s.id desc limit 1`);
}

/** The living entries of a week, as the wire shows them. */
export async function livingEntries(
  tx: Queryable,
  tenantId: string,
  teamMemberID: string,
  weekEndDate: string,
): Promise<EntryJson[]> {
  const rows = await tx.rows<{ item: EntryJson }>(sql`
    select ${entryItem(tenantId)} as item from ${entryTables} where e.tenant_id = ${tenantId} and e.team_member_id = ${teamMemberID}
      and e.work_on between ${weekEndDate}::date - 6 and ${weekEndDate}::date and e.deleted_at is null order by e.work_on, e.id`);
  return rows.map((row) => row.item);
}
