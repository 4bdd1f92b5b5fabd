import type { auditLogRoutes } from '@stint/domain/api/gateway/audit-log.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { FeatureHandlers } from '../feature.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject } from '../shared/json-sql.ts';
import { answerList, readList } from '../shared/list.ts';
import { requireDate } from '../shared/sql-json.ts';

type AuditEvent = Answer<'GET /Audit'>[number];

/** Ids among the values of an event, and its own; a week's begins with that of its person. */
const told = sql`array(
  select distinct (said #>> '{}')::uuid
  from jsonb_path_query(jsonb_build_array(v.before, v.after, split_part(v.entity_id, '/', 1)),
    '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$")') said)`;

/** What these ids stand for, by id: an event holds ids, which say nothing to whoever reads it. */
const names = (tenantId: string) => sql`(
  select coalesce(json_object_agg(n.id, n.name), '{}')
  from (select ${told} as ids) i
  cross join lateral (
    select c.id, c.name from app.client c where c.tenant_id = ${tenantId} and c.id = any(i.ids)
    union all select p.id, p.name from app.project p where p.tenant_id = ${tenantId} and p.id = any(i.ids)
    union all select a.id, a.name from app.activity a where a.tenant_id = ${tenantId} and a.id = any(i.ids)
    union all select t.id, t.name from app.tag t where t.tenant_id = ${tenantId} and t.id = any(i.ids)
    union all select y.id, y.name from app.project_type y where y.tenant_id = ${tenantId} and y.id = any(i.ids)
    union all select r.id, r.name from app.saved_report r where r.tenant_id = ${tenantId} and r.id = any(i.ids)
    union all
    select m.id, btrim(m.first_name || ' ' || m.last_name)
    from app.team_member m where m.tenant_id = ${tenantId} and m.id = any(i.ids)
  ) n)`;

const item = (tenantId: string) =>
  jsonObject<AuditEvent>({
    id: 'v.id',
    at: 'v.at',
    actorID: 'v.actor_id',
    actorName: sql`(select btrim(m.first_name || ' ' || m.last_name) from app.team_member m where m.tenant_id = ${tenantId} and m.user_id = v.actor_id)`,
    actorKind: 'v.actor_kind',
    entity: 'v.entity',
    entityID: 'v.entity_id',
    action: 'v.action',
    before: 'v.before',
    after: 'v.after',
    names: names(tenantId),
    requestID: 'v.request_id',
    ipHash: 'v.ip_hash',
  });

/** Who did what, newest first (security 12). */
export const auditLogHandlers: FeatureHandlers<typeof auditLogRoutes> = {
  'GET /Audit': async ({ query }, { database, tenantId }, http) => {
    const filters: (Sql | false)[] = [
      query.actorID !== undefined && sql`v.actor_id = ${query.actorID}`,
      query.entity !== undefined && sql`v.entity = ${query.entity}`,
      query.entityID !== undefined && sql`v.entity_id = ${query.entityID}`,
      query.action !== undefined && sql`v.action = ${query.action}`,
      query.from !== undefined && sql`v.at >= ${requireDate(query.from, 'from')}::date at time zone 'UTC'`,
      query.to !== undefined && sql`v.at < (${requireDate(query.to, 'to')}::date + 1) at time zone 'UTC'`,
    ];
    const list = {
      item: item(tenantId),
      from: sql`app.audit_event v`,
      where: [sql`v.tenant_id = ${tenantId}`, ...filters.filter((filter): filter is Sql => filter !== false)],
      id: 'v.id',
      isIdOfOne: true,
      sorts: { at: { by: 'v.at', type: 'timestamptz' as const } },
      defaultSort: '-at',
    };
    // Never the whole log at once.
    const bounded = query.page === undefined && query.cursor === undefined ? { size: 50, ...query } : query;
    return answerList(
      http,
      await database.withTenant(tenantId, (tx) => readList(tx, list, bounded), { readOnly: true }),
    );
  },
};
