import { type Sql, sql } from '../../apps/server/src/platform/sql.ts';

/** A week with names joined, as plain rows: what the product's week read cannot do without. */
export function weekStatement(tenantId: string, memberId: string, weekEndDate: string): Sql {
  return sql`
    select e.id, e.work_on, e.minutes, e.is_billable, e.comment, e.project_id, e.activity_id, e.version, w.status,
      p.name as project_name, c.name as client_name, a.name as activity_name
    from app.timesheet_entry e
      join app.timesheet_week w on w.tenant_id = e.tenant_id and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
      join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
      left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
      left join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
    where e.tenant_id = ${tenantId}::uuid and e.team_member_id = ${memberId}::uuid
      and e.work_on between ${weekEndDate}::date - 6 and ${weekEndDate}::date and e.deleted_at is null
    order by e.work_on, e.sort_order, e.created_at, e.id`;
}
