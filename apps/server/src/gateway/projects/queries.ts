import { type Actor, can, scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import { type CatalogQuery, followingFilter } from '../clients/queries.ts';
import { contains, type List } from '../shared/list.ts';
import { iso } from '../shared/sql-json.ts';

export type ProjectQuery = CatalogQuery & {
  clientID?: string | undefined;
  projectTypeID?: string | undefined;
  managerID?: string | undefined;
  mine?: boolean | undefined;
  overBudget?: boolean | undefined;
  inactiveDays?: number | undefined;
};

/** Projects `p` that a person sees: all, or public ones and those they manage or belong to (product 3.4). */
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

/** Sums over the living entries of project `p`; answered from the covering index. */
function sumOf(tenantId: string, what: string, since?: string): Sql {
  const from = since ? raw(` and e.work_on >= ${since}`) : raw('');
  return sql`(select ${raw(what)} from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.project_id = p.id and e.deleted_at is null${from})`;
}

/** First day of the running month where the workspace is. */
const monthStart = "date_trunc('month', now() at time zone t.time_zone)::date";
const total = 'coalesce(sum(e.minutes), 0)::int';
const billable = 'coalesce(sum(e.minutes) filter (where e.is_billable), 0)::int';

/** A project as the wire shows it; money only to those who may see rates. */
function projectItem(tenantId: string, actor: Actor): Sql {
  const rate = can(actor, 'rate.seeBill');
  return sql`json_build_object('projectID', p.id, 'projectName', p.name, 'code', p.code, 'clientID', p.client_id,
    'clientName', (select c.name from app.client c where c.tenant_id = ${tenantId} and c.id = p.client_id),
    'projectTypeID', p.project_type_id, 'managerID', p.manager_id, 'color', p.color, 'description', p.description,
    'startDate', p.start_on, 'endDate', p.end_on, 'isBillable', p.is_billable, 'rateMode', p.rate_mode,
    'hourlyRate', ${raw(rate ? 'p.hourly_rate_minor' : 'null')}, 'budgetKind', p.budget_kind,
    'budgetHours', round(p.budget_minutes / 60.0, 4)::float8, 'budgetAmount', ${raw(rate ? 'p.budget_amount_minor' : 'null')},
    'budgetPeriod', p.budget_period, 'alertPercents', p.alert_percents, 'visibility', p.visibility,
    'memberIDs', array(select b.team_member_id from app.project_member b where b.tenant_id = ${tenantId} and b.project_id = p.id order by b.team_member_id),
    'activityIDs', array(select l.activity_id from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id order by l.activity_id),
    'isArchived', p.archived_at is not null, 'archivedAt', ${iso('p.archived_at')}, 'deletedAt', ${iso('p.deleted_at')},
    'trackedMinutes', ${sumOf(tenantId, total)}, 'billableMinutes', ${sumOf(tenantId, billable)}, 'monthMinutes', ${sumOf(tenantId, total, monthStart)},
    'lastWorkDate', ${sumOf(tenantId, 'max(e.work_on)')},
    'createdAt', ${iso('p.created_at')}, 'updatedAt', ${iso('p.updated_at')}, 'version', p.version)`;
}

const tables = (tenantId: string) =>
  sql`app.project p join app.tenant t on t.tenant_id = p.tenant_id and t.tenant_id = ${tenantId}`;

export function projectList(tenantId: string, actor: Actor, query: ProjectQuery, archived: boolean): List {
  const filters: (Sql | false)[] = [
    query.clientID !== undefined && sql`p.client_id = ${query.clientID}`,
    query.projectTypeID !== undefined && sql`p.project_type_id = ${query.projectTypeID}`,
    query.managerID !== undefined && sql`p.manager_id = ${query.managerID}`,
    query.mine === true && isMine(tenantId, actor),
    query.overBudget !== undefined && overBudget(tenantId, query.overBudget),
    query.inactiveDays !== undefined &&
      sql`not exists (select from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.project_id = p.id and e.deleted_at is null
        and e.work_on > (now() at time zone t.time_zone)::date - ${query.inactiveDays}::int)`,
    !!query.q?.trim() && searchProject(tenantId, query.q),
  ];
  return {
    item: projectItem(tenantId, actor),
    from: tables(tenantId),
    where: [
      sql`p.tenant_id = ${tenantId}`,
      projectScope(tenantId, actor),
      followingFilter('p', query, archived),
      ...filters.filter((filter): filter is Sql => filter !== false),
    ],
    id: 'p.id',
    sorts: {
      name: { by: 'lower(p.name)', type: 'text' },
      client: {
        by: "coalesce((select lower(c.name) from app.client c where c.tenant_id = p.tenant_id and c.id = p.client_id), '')",
        type: 'text',
      },
      code: { by: "coalesce(p.code, '')", type: 'text' },
      updatedAt: { by: 'p.updated_at', type: 'timestamptz' },
      createdAt: { by: 'p.created_at', type: 'timestamptz' },
    },
    defaultSort: 'name',
  };
}

function searchProject(tenantId: string, q: string): Sql {
  return sql`(lower(p.name || ' ' || coalesce(p.code, '')) like ${contains(q)} or p.client_id in (
    select c.id from app.client c where c.tenant_id = ${tenantId} and lower(c.name) like ${contains(q)}))`;
}

/** Projects whose hours exceed their budget in hours; of the running month for monthly ones. */
function overBudget(tenantId: string, wanted: boolean): Sql {
  return sql`(p.budget_minutes is not null and (select coalesce(sum(e.minutes), 0) from app.timesheet_entry e
    where e.tenant_id = ${tenantId} and e.project_id = p.id and e.deleted_at is null
      and (p.budget_period = 'total' or e.work_on >= ${raw(monthStart)})) > p.budget_minutes) = ${wanted}`;
}

/** @throws AppError `not_found` for a project of another workspace, and for one that the caller does not see */
export async function getProject(tx: Queryable, tenantId: string, actor: Actor, id: string): Promise<string> {
  const row = await tx.one<{ item: string }>(sql`
    select (${projectItem(tenantId, actor)})::text as item from ${tables(tenantId)}
    where p.tenant_id = ${tenantId} and p.id = ${id} and ${projectScope(tenantId, actor)}`);
  return row.item;
}

/**
 * Rows for the picker: one per project and usable activity, favourites first, then what the person used last, then by
 * name. Answers as one types over thousands of projects: projects are cut to a page before activities are joined.
 */
export async function pickerRows(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  { q = '', size = 30, memberId }: { q?: string | undefined; size?: number | undefined; memberId: string },
): Promise<string> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const text = sql`lower(p.name || ' ' || coalesce(p.code, '') || ' ' || coalesce(c.name, '') || ' ' || coalesce(a.name, '') || ' ' || coalesce(a.code, ''))`;
  const matching = words
    .map((word) => sql` and ${text} like ${contains(word)}`)
    .reduce((all, one) => sql`${all}${one}`, sql``);
  const usable = sql`p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null and ${projectScope(tenantId, actor)}`;
  const row = (
    kind: string,
  ) => sql`json_build_object('projectID', p.id, 'projectName', p.name, 'clientName', c.name, 'color', p.color, 'activityID', a.id,
    'activityName', a.name, 'isBillable', p.is_billable and coalesce(a.billable_default, true), 'isFavourite', ${raw(kind)})`;
  const { text: answer } = await tx.one<{ text: string }>(sql`
    with recent as materialized (
      select e.project_id, e.activity_id, max(e.work_on) as used_on from app.timesheet_entry e
      where e.tenant_id = ${tenantId} and e.team_member_id = ${memberId} and e.deleted_at is null
        and e.work_on > (now()::date - 60)
      group by e.project_id, e.activity_id
    ), favourites as (
      select f.project_id, f.activity_id from app.favourite f where f.tenant_id = ${tenantId} and f.team_member_id = ${memberId}
    ), known as (
      select coalesce(f.project_id, r.project_id) as project_id, coalesce(f.activity_id, r.activity_id) as activity_id,
        f.project_id is not null as is_favourite, r.used_on
      from favourites f full join recent r on r.project_id = f.project_id and r.activity_id is not distinct from f.activity_id
    ), first_rows as (
      select k.is_favourite, k.used_on, p.id as project_id, a.id as activity_id,
        ${row('k.is_favourite')} as item, lower(p.name) as name, coalesce(lower(a.name), '') as activity
      from known k join app.project p on p.tenant_id = ${tenantId} and p.id = k.project_id
        left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
        left join app.activity a on a.tenant_id = ${tenantId} and a.id = k.activity_id
      where ${usable} and (k.activity_id is null or (a.archived_at is null and a.deleted_at is null))${matching}
      order by k.is_favourite desc, k.used_on desc nulls last limit ${size}
    ), other_rows as (
      select false as is_favourite, null::date as used_on, p.id as project_id, a.id as activity_id,
        ${row('false')} as item, lower(p.name) as name, coalesce(lower(a.name), '') as activity
      from app.project p
        left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
        left join lateral (
          select a.id, a.name, a.code, a.billable_default from app.project_activity l
            join app.activity a on a.tenant_id = ${tenantId} and a.id = l.activity_id and a.archived_at is null and a.deleted_at is null
          where l.tenant_id = ${tenantId} and l.project_id = p.id
          union all
          (select a.id, a.name, a.code, a.billable_default from app.activity a
          where a.tenant_id = ${tenantId} and a.is_global and a.archived_at is null and a.deleted_at is null
            and not exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id)
          order by a.sort_order, lower(a.name) limit 200)
        ) a on true
      where ${usable}${matching}
      order by lower(p.name), p.id limit ${size}
    ), picked as (
      select is_favourite, used_on, item, name, activity from first_rows
      union all
      select o.is_favourite, o.used_on, o.item, o.name, o.activity from other_rows o
      where not exists (select from first_rows f where f.project_id = o.project_id and f.activity_id is not distinct from o.activity_id)
    )
    select coalesce(json_agg((x.item::jsonb || jsonb_build_object('lastUsedDate', x.used_on))
      order by x.is_favourite desc, x.used_on desc nulls last, x.name, x.activity), '[]')::text as text
    from (select is_favourite, used_on, item, name, activity from picked order by is_favourite desc, used_on desc nulls last, name, activity limit ${size}) x`);
  return answer;
}
