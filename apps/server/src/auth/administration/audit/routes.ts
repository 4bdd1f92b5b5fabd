import { AppError } from '@stint/domain/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';

const pageSize = 100;

type Row = {
  id: string;
  at: Date;
  action: string;
  actorKind: string;
  actorId: string | null;
  userUuid: string | null;
  address: string | null;
  requestId: string | null;
  detail: Record<string, unknown>;
};

/** The audit log as owners and admins see it (security 12): what happened in their tenant. */
export function auditRoutes(context: AuthContext): HandlersOf<'GET /tenants/:tenantId/audit'> {
  return {
    async 'GET /tenants/:tenantId/audit'({ params, query }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      if (query.before !== undefined && !isUuid(query.before)) throw new AppError('bad_request');
      const before = query.before ?? null;
      const rows = await context.database.rows<Row>(sql`select id, at, action, actor_kind as "actorKind",
          actor_id as "actorId", user_id as "userUuid", address, request_id as "requestId", detail
        from auth.audit_event
        where tenant_id = ${tenant.id} and mode = ${caller.realm.mode} and (${before}::uuid is null or id < ${before}::uuid)
        order by id desc limit ${pageSize}`);
      const results = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
      return { results, next: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null };
    },
  };
}
