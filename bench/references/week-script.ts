import { weekQuery } from '../../apps/server/src/gateway/timesheets/week-json.ts';

/** The week read as a script of pgbench, for a random person and week. */
export function weekScript(tenantId: string, memberIds: string[], weekEndDates: string[]): string {
  const week = oneOf(weekEndDates, 'w', 'date');
  return `${turn(memberIds, weekEndDates)}${namedWeek(`e.tenant_id = '${tenantId}' and e.team_member_id = ${oneOf(memberIds, 'm', 'uuid')}
  and e.work_on between ${week} - 6 and ${week} and e.deleted_at is null`)};
`;
}

/** The same as the service has to ask for it: in a transaction that names the workspace. */
export function weekOfTenantScript(tenantId: string, memberIds: string[], weekEndDates: string[]): string {
  const [sets = '', select = ''] = weekScript(tenantId, memberIds, weekEndDates).split(/(?=^select )/m);
  return `${sets}${ofTenant(tenantId, select)}`;
}

/** The product's own statement in that transaction: what the whole answer needs, as the server packs it. */
export function productWeekScript(tenantId: string, memberIds: string[], weekEndDates: string[]): string {
  const expressions: Record<string, string> = {
    tenant: `'${tenantId}'`,
    member: oneOf(memberIds, 'm', 'uuid'),
    week: oneOf(weekEndDates, 'w', 'date'),
  };
  const { strings, values } = weekQuery({ tenantId: 'tenant', teamMemberID: 'member', weekEndDate: 'week' });
  const select = strings.reduce((text, next, at) => `${text}${expressions[String(values[at - 1])]}${next}`);
  return `${turn(memberIds, weekEndDates)}${ofTenant(tenantId, `${select};\n`)}`;
}

function turn(memberIds: string[], weekEndDates: string[]): string {
  return `\\set m random(1, ${memberIds.length})\n\\set w random(1, ${weekEndDates.length})\n`;
}

function ofTenant(tenantId: string, select: string): string {
  return `begin;
set local app.tenant_id = '${tenantId}';
${select}commit;
`;
}

/** Entries `e` of a condition, with names joined. */
export function namedWeek(entries: string): string {
  return `select e.id, e.work_on, e.minutes, e.is_billable, e.comment, e.project_id, e.activity_id, e.version, w.status,
  p.name as project_name, c.name as client_name, a.name as activity_name
from app.timesheet_entry e
  join app.timesheet_week w on w.tenant_id = e.tenant_id and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
  join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
  left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
where ${entries}
order by e.work_on, e.sort_order, e.created_at, e.id`;
}

/** The item of a constant list that a variable of pgbench points at, counted from 1. */
export function oneOf(items: string[], variable: string, type: string): string {
  return `('{${items.join(',')}}'::${type}[])[:${variable}]`;
}
