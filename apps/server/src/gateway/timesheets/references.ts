import type { WeekStatus } from '@stint/domain/time/approval.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Transaction } from '../../platform/database.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import { weekKey } from '../change-feed/topics.ts';
import type { MemberContext } from '../context.ts';
import { holdChosen } from '../shared/chosen.ts';
import type { ActivityReference, ProjectReference, References, StoredEntry, WeekChanges } from './changes.ts';

/** What the entries of a change refer to. */
export function chosenBy(
  upserts: WeekChanges['upserts'],
  cells: NonNullable<WeekChanges['cells']> = [],
): Record<'activity' | 'project' | 'tag', string[]> {
  return {
    activity: distinct(upserts.map((row) => row.activityID)),
    project: distinct([...upserts, ...cells].map((row) => row.projectID)),
    tag: distinct(upserts.flatMap((row) => row.tags ?? [])),
  };
}

/**
 * Holds what the entries of a change refer to, locks its weeks in the order of their dates, making those that were never touched, then
 * reads what its entries are checked against. All statements travel together; those after the locks see what their last holder wrote.
 */
export async function lockAndRead(
  tx: Transaction,
  context: MemberContext,
  changes: WeekChanges,
): Promise<References> {
  const { tenantId, info, actor } = context;
  const ids = [...changes.upserts, ...changes.removals].flatMap(({ timesheetID }) => timesheetID ?? []);
  const cells = changes.cells ?? [];
  const chosen = chosenBy(changes.upserts, cells);
  const withTags = changes.upserts.some(({ tags }) => tags !== undefined);
  const [, , entries, [found]] = await Promise.all([
    holdChosen(tx, tenantId, chosen),
    tx.run(lockQuery(tenantId, changes, info.now)),
    ids.length > 0 ? tx.rows<StoredEntry>(entriesOf(tenantId, ids, withTags)) : [],
    tx.rows<Found>(sql`
      select t.lock_on as "lockOn", t.decimal_reading as "decimalReading", m.approver_id as "approverID",
        coalesce(m.status = 'archived', false) as "isArchived", coalesce(m.time_zone, t.time_zone) as "timeZone",
        ${projectsOf(tenantId, actor.teamMemberID, chosen.project)} as projects, ${activitiesOf(tenantId, chosen.activity)} as activities,
        ${tagsOf(tenantId, chosen.tag)} as tags,
        ${presentOf(tenantId, changes.teamMemberID, distinct(cells.map(({ workDate }) => workDate)))} as present,
        ${weeksOf(tenantId, changes)} as weeks
      from app.tenant t left join app.team_member m on m.tenant_id = t.tenant_id and m.id = ${changes.teamMemberID}
        cross join lateral (${subjectsOf(tenantId, ids)}) s
      where t.tenant_id = ${tenantId}`),
  ]);
  if (!found) throw new Error('the workspace has no row');
  return {
    lockOn: found.lockOn,
    decimalReading: found.decimalReading,
    approverID: found.approverID,
    isArchived: found.isArchived,
    timeZone: found.timeZone,
    projects: byId(found.projects),
    activities: byId(found.activities),
    tags: new Set(found.tags),
    entries: byId(entries),
    present: found.present,
    weeks: new Map(found.weeks.map(({ weekEndDate, ...week }) => [weekEndDate, week])),
  };
}

type Found = {
  lockOn: string | null;
  decimalReading: References['decimalReading'];
  approverID: string | null;
  isArchived: boolean;
  timeZone: string;
  projects: ProjectReference[];
  activities: ActivityReference[];
  tags: string[];
  present: References['present'];
  weeks: { weekEndDate: string; status: WeekStatus; isCounted: boolean }[];
};

/**
 * One statement takes the locks in the order of its rows, so that two changes of the same weeks cannot block each other. A
 * week that is there is locked and not written: it is written once, with its sums, or not at all.
 */
function lockQuery(tenantId: string, { teamMemberID, weekEndDates }: WeekChanges, now: Date): Sql {
  const rows = [...weekEndDates]
    .sort()
    .map((weekEndDate) => sql`(${tenantId}, ${teamMemberID}, ${weekEndDate}, ${now}, 0)`);
  const keys = weekEndDates.map((weekEndDate) => weekKey(teamMemberID, weekEndDate));
  const statement = sql`
    insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at, counted_version) values ${join(rows)}
    on conflict (tenant_id, team_member_id, week_end_on) do update set updated_at = excluded.updated_at where false`;
  return changing('week', keys, statement);
}

function weeksOf(tenantId: string, { teamMemberID, weekEndDates }: WeekChanges): Sql {
  return sql`(
    select json_agg(json_build_object('weekEndDate', w.week_end_on, 'status', w.status, 'isCounted', w.counted_version = w.version))
    from app.timesheet_week w where w.tenant_id = ${tenantId} and w.team_member_id = ${teamMemberID}
      and w.week_end_on = any(${[...weekEndDates]}::date[]))`;
}

/** The named projects, and those of the entries `s` that are changed. */
function projectsOf(tenantId: string, me: string, projectIds: string[]): Sql {
  return sql`coalesce((
    select json_agg(json_build_object('id', p.id, 'isUsable', p.archived_at is null and p.deleted_at is null, 'isBillable', p.is_billable,
      'isPublic', p.visibility = 'public', 'managerID', p.manager_id,
      'isMine', exists (select from app.project_member b where b.tenant_id = ${tenantId} and b.project_id = p.id and b.team_member_id = ${me}),
      'activityIDs', array(select l.activity_id from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id)))
    from app.project p where p.tenant_id = ${tenantId} and p.id = any(${projectIds}::uuid[] || s.projects)), '[]'::json)`;
}

function activitiesOf(tenantId: string, activityIds: string[]): Sql {
  return sql`coalesce((
    select json_agg(json_build_object('id', a.id, 'isUsable', a.archived_at is null and a.deleted_at is null, 'isGlobal', a.is_global,
      'billableDefault', a.billable_default))
    from app.activity a where a.tenant_id = ${tenantId} and a.id = any(${activityIds}::uuid[] || s.activities)), '[]'::json)`;
}

function tagsOf(tenantId: string, tagIds: string[]): Sql {
  if (tagIds.length === 0) return sql`'{}'::uuid[]`;
  return sql`array(select g.id from app.tag g where g.tenant_id = ${tenantId} and g.id = any(${tagIds}::uuid[]) and g.archived_at is null)`;
}

/** The entries that are changed, as rows: JSON of so many fields takes several times as long. Their tags are asked for where some are sent. */
function entriesOf(tenantId: string, ids: string[], withTags: boolean): Sql {
  const tags = withTags
    ? sql`array(select g.tag_id from app.entry_tag g where g.tenant_id = ${tenantId} and g.entry_id = e.id)`
    : sql`'{}'::uuid[]`;
  return sql`
    select e.id, e.team_member_id as "teamMemberID", e.week_end_on as "weekEndDate", e.work_on as "workOn", e.project_id as "projectId",
      e.activity_id as "activityId", e.minutes, e.is_billable as "isBillable", e.comment, ${instant('e.started_at')} as "startedAt",
      ${instant('e.ended_at')} as "endedAt", e.sort_order as "sortOrder", e.source, e.external_ref as "externalRef",
      ${instant('e.deleted_at')} as "deletedAt", e.version, ${tags} as tags
    from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.id = any(${ids}::uuid[])`;
}

/** As JSON has it, to the microsecond. */
const instant = (column: string) => raw(`to_json(${column}) #>> '{}'`);

/** Their projects and activities, which may be no more those that are sent. */
function subjectsOf(tenantId: string, ids: string[]): Sql {
  if (ids.length === 0) return sql`select '{}'::uuid[] as projects, '{}'::uuid[] as activities`;
  return sql`
    select coalesce(array_agg(e.project_id), '{}') as projects, coalesce(array_agg(e.activity_id), '{}') as activities
    from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.id = any(${ids}::uuid[])`;
}

/** What lies on the days whose cells are compared; mostly there are none. */
function presentOf(tenantId: string, teamMemberID: string, days: string[]): Sql {
  if (days.length === 0) return sql`'[]'::json`;
  return sql`coalesce((
    select json_agg(json_build_object('timesheetID', e.id, 'version', e.version, 'projectID', e.project_id, 'activityID', e.activity_id,
      'workDate', e.work_on, 'minutes', e.minutes, 'comment', e.comment, 'isBillable', e.is_billable))
    from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.team_member_id = ${teamMemberID} and e.work_on = any(${days}::date[])
      and e.deleted_at is null), '[]'::json)`;
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function distinct(values: (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value): value is string => typeof value === 'string'))];
}
