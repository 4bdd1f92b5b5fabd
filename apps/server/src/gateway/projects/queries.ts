import { type Actor, can, scopeOf } from '@stint/domain/workspace/permissions.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { Viewer } from '../shared/catalogue-sql.ts';
import type { CatalogQuery } from '../shared/following.ts';
import { contains } from '../shared/list.ts';
import { projectMinutes, projectTime } from '../totals/time-of-projects.ts';

export type ProjectQuery = CatalogQuery & {
  /** With commas between them. */
  ids?: string | undefined;
  clientID?: string | undefined;
  projectTypeID?: string | undefined;
  managerID?: string | undefined;
  isBillable?: boolean | undefined;
  mine?: boolean | undefined;
  overBudget?: boolean | undefined;
  inactiveDays?: number | undefined;
};

/** Projects `p` that a person sees: all, or public ones and those they manage or belong to. */
export function projectScope(tenantId: string, actor: Actor): Sql {
  return scopeOf(actor, 'project.see') === 'all'
    ? sql`true`
    : sql`(p.visibility = 'public' or ${isMine(tenantId, actor)})`;
}

function isMine(tenantId: string, actor: Actor): Sql {
  const me = actor.teamMemberID;
  return sql`(p.manager_id = ${me} or exists (select from app.project_member b
    where b.tenant_id = ${tenantId} and b.project_id = p.id and b.team_member_id = ${me}))`;
}

/** First day of the running month where the workspace is. */
const monthStart = "date_trunc('month', now() at time zone t.time_zone)::date";
/** SQL of what a project's row does not hold; the sums come from `withSums`. */
export function workedOutOf({ tenantId }: Viewer) {
  return {
    clientName: sql`(select c.name from app.client c where c.tenant_id = ${tenantId} and c.id = p.client_id)`,
    memberIDs: sql`array(select b.team_member_id from app.project_member b where b.tenant_id = ${tenantId} and b.project_id = p.id order by b.team_member_id)`,
    activityIDs: sql`array(select l.activity_id from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id order by l.activity_id)`,
    activityRates: activityRates(tenantId),
    trackedMinutes: 'coalesce(s.tracked, 0)',
    billableMinutes: 'coalesce(s.billable, 0)',
    monthMinutes: 'coalesce(s.this_month, 0)',
    lastWorkDate: 's.last_on',
  };
}

/** Puts the sums around a project: all come from its sums of spans, and only for the rows of the page. */
export function withSums(item: Sql, { tenantId }: Viewer): Sql {
  return sql`(select ${item} from (select sum(e.minutes) as tracked, sum(e.minutes) filter (where e.is_billable) as billable,
      sum(e.minutes) filter (where e.work_on >= ${raw(monthStart)}) as this_month,
      (select max(l.work_on) from app.timesheet_entry l where l.tenant_id = ${tenantId} and l.project_id = p.id and l.deleted_at is null) as last_on
    from ${projectMinutes(tenantId, sql`p.id`)} e) s)`;
}

/** The hourly rates of those listed activities that have one. */
function activityRates(tenantId: string): Sql {
  return sql`coalesce((select json_agg(json_build_object('activityID', l.activity_id, 'hourlyRate', l.rate_minor) order by l.activity_id)
    from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id and l.rate_minor is not null), '[]')`;
}

/** A project `p` and its workspace `t`. */
export const projectTables = (tenantId: string): Sql =>
  sql`app.project p join app.tenant t on t.tenant_id = p.tenant_id and t.tenant_id = ${tenantId}`;

/** What a list of projects can be narrowed to. */
export function projectFilters({ tenantId, actor }: Viewer, query: ProjectQuery): Sql[] {
  const filters: (Sql | false)[] = [
    query.ids !== undefined && sql`p.id = any(${query.ids.split(',')}::uuid[])`,
    query.clientID !== undefined && sql`p.client_id = ${query.clientID}`,
    query.projectTypeID !== undefined && sql`p.project_type_id = ${query.projectTypeID}`,
    query.managerID !== undefined && sql`p.manager_id = ${query.managerID}`,
    query.isBillable !== undefined && sql`p.is_billable = ${query.isBillable}`,
    query.mine === true && isMine(tenantId, actor),
    query.overBudget !== undefined && overBudget(tenantId, actor, query.overBudget),
    query.inactiveDays !== undefined && inactiveFor(tenantId, query.inactiveDays),
    !!query.q?.trim() && searchProject(tenantId, query.q),
  ];
  return filters.filter((filter): filter is Sql => filter !== false);
}

/**
 * Projects without time in the last days. The day is worked out by itself and the newest time looked for project by project: so
 * the day is a condition of the index, and nothing but the end of each project's time is read.
 */
function inactiveFor(tenantId: string, days: number): Sql {
  return sql`(select e.work_on from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.project_id = p.id and e.deleted_at is null
      and e.work_on > (select (now() at time zone z.time_zone)::date - ${days}::int from app.tenant z where z.tenant_id = ${tenantId})
    limit 1) is null`;
}

function searchProject(tenantId: string, q: string): Sql {
  return sql`(p.search_name like ${contains(q)} or p.client_id in (
    select c.id from app.client c where c.tenant_id = ${tenantId} and lower(c.name) like ${contains(q)}))`;
}

/**
 * Projects that used more than their budget; of the running month for monthly ones. Budgets in money count for those who
 * may see rates: others would read them off the answer. The time of all projects is added up once, from the sums of spans.
 */
function overBudget(tenantId: string, actor: Actor, wanted: boolean): Sql {
  const used = (what: string) =>
    raw(`case b.budget_period when 'total' then u.${what} else u.${what}_since end`);
  const money = sql`when 'amount' then sum(case when u.bill_currency = coalesce(c.currency, t.currency) then ${used('amount')} end) > b.budget_amount_minor`;
  const month = sql`(select ${raw(monthStart)} from app.tenant t where t.tenant_id = ${tenantId})`;
  const over = sql`
    with used as materialized (
      select u.project_id, u.bill_currency, u.minutes, u.amount, u.minutes_since, u.amount_since from ${projectTime(tenantId, month)} u
    )
    select b.id from app.project b join used u on u.project_id = b.id join app.tenant t on t.tenant_id = ${tenantId}
      left join app.client c on c.tenant_id = ${tenantId} and c.id = b.client_id
    where b.tenant_id = ${tenantId}
    group by b.id, b.budget_kind, b.budget_minutes, b.budget_amount_minor
    having case b.budget_kind when 'hours' then sum(${used('minutes')}) > b.budget_minutes ${can(actor, 'rate.seeBill') ? money : sql``} end`;
  return sql`p.id ${raw(wanted ? 'in' : 'not in')} (${over})`;
}
