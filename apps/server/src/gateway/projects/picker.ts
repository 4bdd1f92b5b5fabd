import type { Actor } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject, listJson } from '../shared/json-sql.ts';
import { contains } from '../shared/list.ts';
import { searchForgiving } from '../shared/spelling.ts';
import { projectScope } from './queries.ts';

export type PickerQuery = { q?: string | undefined; size?: number | undefined; memberId: string };

/** Activities offered for one project. */
const maxActivities = 200;

type PickerRow = Answer<'GET /Projects/Picker'>[number];

const pickerRow = jsonObject<PickerRow>({
  projectID: 'x.project_id',
  projectName: 'x.name',
  clientName: 'x.client_name',
  color: 'x.color',
  activityID: 'x.activity_id',
  activityName: 'x.activity_name',
  isBillable: 'x.is_billable and x.billable_default',
  isFavourite: 'x.is_favourite',
  lastUsedDate: 'x.used_on',
});

/**
 * Rows for the picker, one per project and usable activity: favourites first, then what the person used last, then by
 * name. Every word has to be in the names of client, project or activity; where none has them, words spelt nearly so.
 */
export async function pickerRows(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  query: PickerQuery,
): Promise<JsonText<PickerRow[]>> {
  const { rows } = await searchForgiving(query.q ?? '', {
    find: (words) => findRows(tx, tenantId, actor, { ...query, patterns: words.map(contains) }),
    isEmpty: (found) => found === '[]',
    names: () => pickerNames(tx, tenantId, actor),
  });
  return rows;
}

async function pickerNames(tx: Queryable, tenantId: string, actor: Actor): Promise<string[]> {
  const { names } = await tx.one<{ names: string[] }>(sql`
    select coalesce(json_agg(x.name), '[]') as names from (
      (select p.name || ' ' || coalesce(p.code, '') || ' ' || coalesce(c.name, '') as name
        from app.project p left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
        where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null and ${projectScope(tenantId, actor)})
      union all
      (select a.name || ' ' || coalesce(a.code, '') from app.activity a where a.tenant_id = ${tenantId} and ${living})) x`);
  return names;
}

/**
 * Over thousands of projects and activities: the words that a project lacks are found once per project, and activities are
 * searched once per set of such words.
 */
function findRows(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  { size = 30, memberId, patterns }: Omit<PickerQuery, 'q'> & { patterns: string[] },
): Promise<JsonText<PickerRow[]>> {
  return listJson(
    tx,
    pickerRow,
    'x.place',
    (text) => sql`
    with recent as materialized (
      select e.project_id, e.activity_id, max(e.work_on) as used_on from app.timesheet_entry e
      where e.tenant_id = ${tenantId} and e.team_member_id = ${memberId} and e.deleted_at is null and e.work_on > now()::date - 60
      group by e.project_id, e.activity_id
    ), known as materialized (
      select coalesce(f.project_id, r.project_id) as project_id, coalesce(f.activity_id, r.activity_id) as activity_id,
        f.project_id is not null as is_favourite, r.used_on
      from (select v.project_id, v.activity_id from app.favourite v where v.tenant_id = ${tenantId} and v.team_member_id = ${memberId}) f
        full join recent r on r.project_id = f.project_id and r.activity_id is not distinct from f.activity_id
    ), proj as materialized (
      select p.id, p.name, lower(p.name) as sort_name, p.color, p.is_billable, c.name as client_name,
        array(select w from unnest(${patterns}::text[]) w
          where lower(p.name || ' ' || coalesce(p.code, '') || ' ' || coalesce(c.name, '')) not like w) as missing,
        exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id) as is_listed
      from app.project p left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
      where p.tenant_id = ${tenantId} and p.archived_at is null and p.deleted_at is null and ${projectScope(tenantId, actor)}
    ), global_activity as materialized (
      select s.missing, a.id, a.name, a.billable_default, a.place
      from (select distinct missing from proj where not is_listed) s
        cross join lateral (
          select a.id, a.name, a.billable_default, row_number() over (order by ${order}) as place
          from app.activity a
          where a.tenant_id = ${tenantId} and a.is_global and ${living} and ${hasAll('s.missing')}
          order by ${order} limit ${maxActivities}) a
    ), first_rows as materialized (
      select p.id as project_id, a.id as activity_id, a.name as activity_name, coalesce(a.billable_default, true) as billable_default,
        k.is_favourite, k.used_on
      from known k join proj p on p.id = k.project_id left join app.activity a on a.tenant_id = ${tenantId} and a.id = k.activity_id
      where (k.activity_id is null and p.missing = '{}') or (a.id is not null and ${living} and ${hasAll('p.missing')})
      order by k.is_favourite desc, k.used_on desc nulls last limit ${size}
    ), candidate as materialized (
      select p.id, p.missing, p.is_listed from proj p
      where case when p.is_listed then exists (select from app.project_activity l join app.activity a on a.tenant_id = ${tenantId} and a.id = l.activity_id
            where l.tenant_id = ${tenantId} and l.project_id = p.id and ${living} and ${hasAll('p.missing')})
          else p.missing = '{}' or p.missing in (select g.missing from global_activity g) end
      order by p.sort_name, p.id limit ${size}
    ), other_rows as materialized (
      select p.id as project_id, g.id as activity_id, g.name as activity_name, g.billable_default, g.place
      from candidate p join global_activity g on g.missing = p.missing where not p.is_listed
      union all
      select p.id, a.id, a.name, a.billable_default, a.sort_order
      from candidate p join app.project_activity l on l.tenant_id = ${tenantId} and l.project_id = p.id
        join app.activity a on a.tenant_id = ${tenantId} and a.id = l.activity_id
      where p.is_listed and ${living} and ${hasAll('p.missing')}
      union all
      select p.id, null, null, true, 0 from candidate p
      where not p.is_listed and p.missing = '{}' and not exists (select from global_activity g where g.missing = p.missing)
    ), picked as (
      select f.project_id, f.activity_id, f.activity_name, f.billable_default, f.is_favourite, f.used_on, 0::bigint as place from first_rows f
      union all
      select o.project_id, o.activity_id, o.activity_name, o.billable_default, false, null, o.place from other_rows o
      where not exists (select from first_rows f where f.project_id = o.project_id and f.activity_id is not distinct from o.activity_id)
    ), answer as (
      select k.project_id, k.activity_id, k.activity_name, k.billable_default, k.is_favourite, k.used_on,
        p.name, p.client_name, p.color, p.is_billable,
        row_number() over (order by k.is_favourite desc, k.used_on desc nulls last, p.sort_name, p.id, k.place) as place
      from picked k join proj p on p.id = k.project_id
    )
    select ${text} from answer x where x.place <= ${size}`,
  );
}

/** The order of the index over activities, so that PostgreSQL reads them from it without sorting. */
const order: Sql = sql`lpad(a.sort_order::text, 10, '0') || lower(a.name), a.id`;
const living: Sql = sql`a.archived_at is null and a.deleted_at is null`;

/** Activity `a` has every word of an array in its name or code; a comparison with a list, not a subquery per activity. */
function hasAll(words: 's.missing' | 'p.missing'): Sql {
  const name = sql`lower(a.name || ' ' || coalesce(a.code, ''))`;
  return words === 's.missing' ? sql`${name} like all (s.missing)` : sql`${name} like all (p.missing)`;
}
