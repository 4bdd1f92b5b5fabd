import type { auditLogRoutes } from '@stint/domain/api/gateway/audit-log.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { FeatureHandlers } from '../feature.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject } from '../shared/json-sql.ts';
import { answerList, readList } from '../shared/list.ts';
import { requireDate } from '../shared/sql-json.ts';

type AuditEvent = Answer<'GET /Audit'>[number];

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
