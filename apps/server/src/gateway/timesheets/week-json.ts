import { entry } from '@stint/domain/api/gateway/timesheets.ts';
import { readOnlyReason, type WeekStatus } from '@stint/domain/time/approval.ts';
import { weekDays } from '@stint/domain/time/week.ts';
import { addFields, type JsonText, joinFields, toJsonText } from '../../platform/json-text.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import { expressionsOf } from '../shared/columns.ts';
import { type Expressions, type JsonSql, jsonObject } from '../shared/json-sql.ts';
import { hours } from '../shared/sql-json.ts';
import { type PackedEntries, packEntries, unpackEntries } from './week-entries.ts';

/** An entry and a week as the wire shows them. */
export type EntryJson = Answer<'POST /TimeSheet'>;
export type WeekJson = WeekSheetJson['week'];
export type WeekSheetJson = Answer<'PUT /TimeSheet/SaveWeek'>;

/** Ids of the tags of an entry `e`. Inside another select the workspace is named by its value (decision 030). */
const tagsOf = (tenantId: unknown): Sql =>
  sql`array(select g.tag_id from app.entry_tag g where g.tenant_id = ${tenantId} and g.entry_id = e.id order by g.tag_id)`;

/** An entry `e` of a week `w`, with names joined from `p`, `c`, `a`. */
export function entryItem(tenantId: unknown): JsonSql<EntryJson> {
  return jsonObject<EntryJson>(
    expressionsOf(entry.fields, 'e', {
      activityName: 'a.name',
      projectName: 'p.name',
      clientName: 'c.name',
      hours: hours('e.minutes'),
      tags: tagsOf(tenantId),
      status: 'w.status',
    }),
  );
}

const names = `join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
  left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id`;

/** The tables behind `entryItem`; every join on the tenant, since Citus refuses one between rows of two nodes. */
export const entryTables: Sql = raw(`app.timesheet_entry e
  join app.timesheet_week w on w.tenant_id = e.tenant_id and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
  ${names}`);

/** The same inside a statement that has the week `w` already. */
const entryTablesOfWeek: Sql = raw(`app.timesheet_entry e ${names}`);

/** Each field of a week row `w`. */
export const weekExpressions: Expressions<WeekJson> = {
  teamMemberID: 'w.team_member_id',
  weekEndDate: 'w.week_end_on',
  status: 'w.status',
  submittedAt: 'w.submitted_at',
  submittedBy: 'w.submitted_by',
  decidedAt: 'w.decided_at',
  decidedBy: 'w.decided_by',
  reason: 'w.reason',
  note: 'w.note',
  lines: 'w.lines',
  totalMinutes: 'w.total_minutes',
  billableMinutes: 'w.billable_minutes',
  snapshotHash: 'w.snapshot_hash',
  version: 'w.version',
};

/** A week row `w` as the wire shows it. */
export const weekItem = jsonObject<WeekJson>(weekExpressions);

/** What decides whether a week may be seen, and whether the caller has it already. */
export type WeekStamp = { etag: string; approverID: string | null };

/** A week as it comes from the database, and what its days are decided from. */
export type WeekRow = WeekStamp &
  PackedEntries & {
    /** JSON; null: nobody has touched the week. */
    week: JsonText<WeekJson> | null;
    status: WeekStatus | null;
    schedule: number[];
    holidays: string[];
    lockOn: string | null;
  };

/** The validator of a week: its own version, the person's, and the names' and settings'. */
const weekTag = raw(`'"w' || coalesce(w.version, 0) || '-' || m.version || '-' || t.catalog_version || '"'`);

type WeekArgs = { tenantId: string; teamMemberID: string; weekEndDate: string };

const weekOf = ({ teamMemberID, weekEndDate }: WeekArgs): Sql => sql`app.tenant t
  join app.team_member m on m.tenant_id = t.tenant_id and m.id = ${teamMemberID}
  left join app.timesheet_week w on w.tenant_id = t.tenant_id and w.team_member_id = m.id and w.week_end_on = ${weekEndDate}`;

const entriesOf = ({ tenantId, teamMemberID, weekEndDate }: WeekArgs, tables: Sql): Sql => sql`${tables}
  where e.tenant_id = ${tenantId} and e.team_member_id = ${teamMemberID} and e.deleted_at is null
    and e.work_on between ${weekEndDate}::date - 6 and ${weekEndDate}::date
  order by e.work_on, e.sort_order, e.created_at, e.id`;

/** Three lookups: all that an unchanged week costs. */
export const weekStampQuery = (args: WeekArgs): Sql => sql`
    select ${weekTag} as etag, m.approver_id as "approverID" from ${weekOf(args)} where t.tenant_id = ${args.tenantId}`;

/** A whole week in one statement. */
export const weekQuery = (args: WeekArgs): Sql => sql`
    select ${weekTag} as etag, m.approver_id as "approverID", w.status, coalesce(m.schedule, t.schedule) as schedule, t.lock_on as "lockOn",
      case when w.tenant_id is not null then (${weekItem})::text end as week,
      array(select h.held_on::text from app.holiday h
        where h.tenant_id = ${args.tenantId} and h.held_on between ${args.weekEndDate}::date - 6 and ${args.weekEndDate}::date) as holidays,
      x.packed, x.count
    from ${weekOf(args)}
      cross join lateral (${packEntries(
        entriesOf(args, entryTablesOfWeek),
        sql`case when (select exists (select from app.entry_tag u where u.tenant_id = ${args.tenantId}))
          then ${tagsOf(args.tenantId)} else '{}'::uuid[] end`,
      )}) x
    where t.tenant_id = ${args.tenantId}`;

/** The entries of a week as JSON made by the database, where `unpackEntries` gives up. */
export const weekEntriesQuery = (args: WeekArgs): Sql => sql`
    select coalesce(json_agg(y.item), '[]')::text as text from (
      select ${entryItem(args.tenantId)} as item
      from ${entriesOf(args, entryTables)}) y`;

/** Entries of the row as JSON, or null where they have to be asked for with `weekEntriesQuery`. */
export function entriesText(
  row: WeekRow,
  teamMemberID: string,
  weekEndDate: string,
): JsonText<EntryJson[]> | null {
  return unpackEntries(row, { teamMemberID, weekEndDate, status: row.status ?? 'open' });
}

/** The answer for a week: its JSON texts, with expected minutes and locks of its seven days. */
export function weekText(
  row: WeekRow,
  entries: JsonText<EntryJson[]>,
  teamMemberID: string,
  weekEndDate: string,
): JsonText<WeekSheetJson> {
  const days = weekDays(weekEndDate);
  const holidays = new Set(row.holidays);
  const expectedMinutes = days.map((day, index) => (holidays.has(day) ? 0 : (row.schedule[index] ?? 0)));
  const status = row.status ?? 'open';
  const locked = days.map((workDate) => readOnlyReason({ status, workDate, lockDate: row.lockOn }));
  const week = row.week ?? toJsonText(untouchedWeek(teamMemberID, weekEndDate));
  return addFields(joinFields({ week, entries }), { expectedMinutes, locked });
}

/** A week that nobody has touched yet. */
function untouchedWeek(teamMemberID: string, weekEndDate: string): WeekJson {
  const nothing = {
    submittedAt: null,
    submittedBy: null,
    decidedAt: null,
    decidedBy: null,
    reason: null,
    note: null,
  };
  const sums = { lines: [], totalMinutes: 0, billableMinutes: 0, snapshotHash: null, version: 0 };
  return { teamMemberID, weekEndDate, status: 'open', ...nothing, ...sums };
}
