import type { Queryable, Transaction } from '../../platform/database.ts';
import type { JsonText } from '../../platform/json-text.ts';
import { join, type Sql, sql } from '../../platform/sql.ts';
import { type CatalogQuery, followingFilter, lockVersion, searchFilter } from '../clients/queries.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { bringBack, lockPair, setAside } from '../shared/archiving.ts';
import { assignments, changedFields, insertion } from '../shared/columns.ts';
import type { JsonSql } from '../shared/json-sql.ts';
import type { List } from '../shared/list.ts';
import { createNoted } from '../shared/noted.ts';
import { iso } from '../shared/sql-json.ts';

const columns = {
  activityName: 'name',
  code: 'code',
  billableDefault: 'billable_default',
  isGlobal: 'is_global',
  color: 'color',
  sortOrder: 'sort_order',
} as const;

type Fields = Partial<Record<keyof typeof columns, unknown>>;

export type ActivityJson = Answer<'GET /Activities/:id'>;

const item =
  sql`json_build_object('activityID', a.id, 'activityName', a.name, 'code', a.code, 'billableDefault', a.billable_default,
  'isGlobal', a.is_global, 'color', a.color, 'sortOrder', a.sort_order, 'isArchived', a.archived_at is not null,
  'archivedAt', ${iso('a.archived_at')}, 'deletedAt', ${iso('a.deleted_at')}, 'createdAt', ${iso('a.created_at')},
  'updatedAt', ${iso('a.updated_at')}, 'version', a.version)` as JsonSql<ActivityJson>;

export function activityList(
  tenantId: string,
  query: CatalogQuery & { projectID?: string | undefined },
  archived: boolean,
): List<ActivityJson> {
  return {
    item,
    from: sql`app.activity a`,
    where: [
      sql`a.tenant_id = ${tenantId}`,
      followingFilter('a', query, archived),
      ...searchFilter('a', query.q),
      ...(query.projectID ? [usableOn(tenantId, query.projectID)] : []),
    ],
    id: 'a.id',
    sorts: {
      order: { by: "lpad(a.sort_order::text, 10, '0') || lower(a.name)", type: 'text' },
      name: { by: 'lower(a.name)', type: 'text' },
      code: { by: "coalesce(a.code, '')", type: 'text' },
      updatedAt: { by: 'a.updated_at', type: 'timestamptz' },
      createdAt: { by: 'a.created_at', type: 'timestamptz' },
    },
    defaultSort: 'order',
  };
}

/** A project takes the activities it lists; one that lists none takes every global activity. */
function usableOn(tenantId: string, projectId: string): Sql {
  return sql`(exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = ${projectId} and l.activity_id = a.id)
    or (a.is_global and not exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = ${projectId})))`;
}

export async function getActivity(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<JsonText<ActivityJson>> {
  const row = await tx.one<{ item: JsonText<ActivityJson> }>(sql`
    select (${item})::text as item from app.activity a where a.tenant_id = ${tenantId} and a.id = ${id}`);
  return row.item;
}

const noted = createNoted({
  entity: 'activity',
  event: 'activity.changed',
  key: 'activity',
  read: (tx, { tenantId }, id) => getActivity(tx, tenantId, id),
});

export async function createActivity(
  tx: Transaction,
  context: MemberContext,
  id: string,
  fields: Fields,
): Promise<JsonText<ActivityJson>> {
  const { tenantId, info } = context;
  const given = insertion(columns, fields);
  await tx.run(sql`
    insert into app.activity (tenant_id, id, created_at, updated_at, ${given.names})
    values (${tenantId}, ${id}, ${info.now}, ${info.now}, ${given.values})`);
  return noted(tx, context, id, 'created', changedFields(columns, fields));
}

export async function updateActivity(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { version, ...fields }: Fields & { version: number },
): Promise<JsonText<ActivityJson>> {
  const { tenantId, info } = context;
  await lockVersion(tx, 'activity', tenantId, id, version, () => getActivity(tx, tenantId, id));
  const changes = [
    ...assignments(columns, fields),
    sql`updated_at = ${info.now}`,
    sql`version = version + 1`,
  ];
  await tx.run(sql`update app.activity set ${join(changes)} where tenant_id = ${tenantId} and id = ${id}`);
  return noted(tx, context, id, 'changed', changedFields(columns, fields));
}

/** Archives an activity; `hard` moves one that no entry uses to the trash. */
export async function archiveActivity(
  tx: Transaction,
  context: MemberContext,
  id: string,
  hard: boolean,
): Promise<JsonText<ActivityJson>> {
  return noted(tx, context, id, await setAside(tx, context, 'activity', id, hard));
}

export async function restoreActivity(
  tx: Transaction,
  context: MemberContext,
  id: string,
): Promise<JsonText<ActivityJson>> {
  await bringBack(tx, context, 'activity', id);
  return noted(tx, context, id, 'restored');
}

/**
 * Moves the entries of another activity here and archives that one. What was approved stays as it was approved: those
 * entries keep the archived activity, and the audit says how many.
 */
export async function mergeActivities(
  tx: Transaction,
  context: MemberContext,
  id: string,
  from: string,
): Promise<JsonText<ActivityJson>> {
  const { tenantId, info, identity } = context;
  await lockPair(tx, context, 'activity', id, from);
  // The weeks are locked, so that an approval at the same moment comes before or after, not in between.
  await tx.run(sql`
    select 1 from app.timesheet_week w where w.tenant_id = ${tenantId} and exists (
      select from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.activity_id = ${from}
        and e.team_member_id = w.team_member_id and e.week_end_on = w.week_end_on)
    order by team_member_id, week_end_on for share`);
  const entries = await tx.run(sql`
    update app.timesheet_entry e set activity_id = ${id}, updated_at = ${info.now}, updated_by = ${identity.userUuid}, version = e.version + 1
    from app.timesheet_week w
    where e.tenant_id = ${tenantId} and e.activity_id = ${from} and w.tenant_id = ${tenantId} and w.status <> 'approved'
      and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on`);
  const { kept } = await tx.one<{ kept: number }>(sql`
    select count(*)::int as kept from app.timesheet_entry where tenant_id = ${tenantId} and activity_id = ${from}`);
  await tx.run(sql`
    insert into app.project_activity (tenant_id, project_id, activity_id)
    select tenant_id, project_id, ${id}::uuid from app.project_activity where tenant_id = ${tenantId} and activity_id = ${from}
    on conflict (tenant_id, project_id, activity_id) do nothing`);
  await setAside(tx, context, 'activity', from, false);
  return noted(tx, context, id, 'merged', { from, entries, kept });
}
