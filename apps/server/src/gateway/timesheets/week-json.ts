import { raw, type Sql, sql } from '../../platform/sql.ts';
import { hours, iso } from '../shared/sql-json.ts';

/** An entry `e` of a week `w` as the wire shows it, names joined from `p`, `c`, `a`. */
export const entryItem: Sql = sql`json_build_object('timesheetID', e.id, 'teamMemberID', e.team_member_id, 'weekEndDate', e.week_end_on,
  'projectID', e.project_id, 'activityID', e.activity_id, 'workDate', e.work_on, 'activityName', a.name, 'projectName', p.name,
  'clientName', c.name, 'comment', e.comment, 'hours', ${hours('e.minutes')}, 'minutes', e.minutes, 'isBillable', e.is_billable,
  'tags', array(select g.tag_id from app.entry_tag g where g.tenant_id = e.tenant_id and g.entry_id = e.id order by g.tag_id),
  'startedAt', ${iso('e.started_at')}, 'endedAt', ${iso('e.ended_at')}, 'source', e.source, 'importID', e.import_id,
  'externalRef', e.external_ref, 'sortOrder', e.sort_order, 'status', w.status, 'createdAt', ${iso('e.created_at')},
  'createdBy', e.created_by, 'updatedAt', ${iso('e.updated_at')}, 'updatedBy', e.updated_by, 'deletedAt', ${iso('e.deleted_at')},
  'version', e.version)`;

/** The tables behind `entryItem`; every join on the tenant (database 2.4). */
export const entryTables: Sql = raw(`app.timesheet_entry e
  join app.timesheet_week w on w.tenant_id = e.tenant_id and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
  join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
  left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id`);

/** A week row `w` as the wire shows it. */
export const weekItem: Sql = sql`json_build_object('teamMemberID', w.team_member_id, 'weekEndDate', w.week_end_on, 'status', w.status,
  'submittedAt', ${iso('w.submitted_at')}, 'submittedBy', w.submitted_by, 'decidedAt', ${iso('w.decided_at')}, 'decidedBy', w.decided_by,
  'reason', w.reason, 'note', w.note, 'lines', w.lines, 'totalMinutes', w.total_minutes, 'billableMinutes', w.billable_minutes,
  'snapshotHash', w.snapshot_hash, 'version', w.version)`;

/** A week that nobody has touched yet. */
function untouchedWeek(teamMemberId: string, weekEndOn: string): Sql {
  return sql`json_build_object('teamMemberID', ${teamMemberId}::uuid, 'weekEndDate', ${weekEndOn}::date, 'status', 'open', 'submittedAt', null,
    'submittedBy', null, 'decidedAt', null, 'decidedBy', null, 'reason', null, 'note', null, 'lines', '[]'::json, 'totalMinutes', 0,
    'billableMinutes', 0, 'snapshotHash', null, 'version', 0)`;
}

/** The validator of a week: its own version, the person's, and the names' and settings'. */
const weekTag = raw(`'"w' || coalesce(w.version, 0) || '-' || m.version || '-' || t.catalog_version || '"'`);

/**
 * A whole week as one JSON text made by the database, with its validator; the text is null where the caller's validator
 * is still right, so that an unchanged week costs three lookups (performance P5, P6).
 */
export function weekQuery(
  tenantId: string,
  teamMemberId: string,
  weekEndOn: string,
  ifNoneMatch: string,
): Sql {
  return sql`
    select ${weekTag} as etag, m.approver_id as "approverID",
      case when position(${weekTag} in ${ifNoneMatch}) > 0 then null else json_build_object(
        'week', case when w.tenant_id is null then ${untouchedWeek(teamMemberId, weekEndOn)} else ${weekItem} end,
        'entries', coalesce((
          select json_agg(${entryItem} order by e.work_on, e.sort_order, e.created_at, e.id) from ${entryTables}
          where e.tenant_id = ${tenantId} and e.team_member_id = ${teamMemberId} and e.work_on between ${weekEndOn}::date - 6 and ${weekEndOn}::date
            and e.deleted_at is null), '[]'::json),
        'expectedMinutes', (select json_agg(case when h.held_on is not null then 0 else (coalesce(m.schedule, t.schedule))[d] end order by d)
          from generate_series(1, 7) d
            left join app.holiday h on h.tenant_id = ${tenantId} and h.held_on = ${weekEndOn}::date - 7 + d),
        'locked', (select json_agg(case when w.status in ('pending', 'approved') then w.status
            when t.lock_on >= ${weekEndOn}::date - 7 + d then 'lockDate' end order by d) from generate_series(1, 7) d)
      )::text end as text
    from app.tenant t
      join app.team_member m on m.tenant_id = t.tenant_id and m.id = ${teamMemberId}
      left join app.timesheet_week w on w.tenant_id = t.tenant_id and w.team_member_id = m.id and w.week_end_on = ${weekEndOn}
    where t.tenant_id = ${tenantId}`;
}
