import type { Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { join, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';

/** One thing that was done. `before` and `after` hold what changed, never secrets. */
export type AuditLine = {
  entity: string;
  entityId: string;
  action: string;
  before?: unknown;
  after?: unknown;
};

/** Who did it, where and when. */
export type AuditSource = {
  tenantId: string;
  at: Date;
  /** The user's uuid; null for the system. */
  actorId: string | null;
  actorKind: 'member' | 'token' | 'system' | 'operator';
  requestId?: string;
  ipHash?: string;
};

/** Writes audit events in the transaction of what they tell of (security 12). */
export async function writeAudit(
  tx: Queryable,
  source: AuditSource,
  lines: readonly AuditLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(
    (
      line,
    ) => sql`(${source.tenantId}, ${newId()}, ${source.at}, ${source.actorId}, ${source.actorKind}, ${line.entity}, ${line.entityId},
      ${line.action}, ${toJson(line.before)}, ${toJson(line.after)}, ${source.requestId ?? null}, ${source.ipHash ?? null})`,
  );
  await tx.run(sql`
    insert into app.audit_event (tenant_id, id, at, actor_id, actor_kind, entity, entity_id, action, before, after, request_id, ip_hash)
    values ${join(rows)}`);
}

/** The source of everything a member does in one request. */
export function auditSource({ tenantId, identity, info }: MemberContext): AuditSource {
  return {
    tenantId,
    at: info.now,
    actorId: identity.userUuid,
    actorKind: identity.kind === 'token' ? 'token' : 'member',
    requestId: info.requestId,
    ipHash: info.ipHash,
  };
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
