import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import type { Realm } from '../../model/realm.ts';

/** Everything the audit log knows (security 12). */
export type AuditAction =
  | 'signin.ok'
  | 'signin.failed'
  | 'signin.locked'
  | 'signup'
  | 'signout'
  | 'session.ended'
  | 'session.handover'
  | 'token.reuse'
  | 'stepup'
  | 'password.changed'
  | 'password.reset'
  | 'email.changed'
  | 'email.confirmed'
  | 'email.undone'
  | 'phone.changed'
  | 'phone.confirmed'
  | 'phone.removed'
  | 'phone.undone'
  | 'factor.added'
  | 'factor.removed'
  | 'lostfactor.asked'
  | 'lostfactor.proven'
  | 'lostfactor.seconded'
  | 'lostfactor.stopped'
  | 'backup.used'
  | 'backup.renewed'
  | 'invite.sent'
  | 'invite.accepted'
  | 'roles.changed'
  | 'user.created'
  | 'user.changed'
  | 'user.deleted'
  | 'tenant.created'
  | 'tenant.changed'
  | 'tenant.deleted'
  | 'idp.changed'
  | 'key.created'
  | 'key.ended'
  | 'signingkey.rotated'
  | 'access.refused'
  | 'operator.acted';

export type AuditEvent = {
  action: AuditAction;
  realm: Realm;
  tenantId?: string | null;
  userId?: string | null;
  actorKind?: 'user' | 'key' | 'system' | 'anonymous';
  actorId?: string | null;
  /** Never a secret, a token or a full address of mail or phone. */
  detail?: Record<string, unknown>;
  address?: string | null;
  requestId?: string | null;
};

/** Writes one event; pass the transaction of what it tells about (security 12). */
export async function audit(db: Queryable, event: AuditEvent, now: Date): Promise<void> {
  await db.run(sql`insert into auth.audit_event
      (id, root_tenant_id, mode, tenant_id, user_id, actor_kind, actor_id, action, detail, address, request_id, at)
    values (${newId()}, ${event.realm.rootTenantId}, ${event.realm.mode}, ${event.tenantId ?? null}, ${event.userId ?? null},
      ${event.actorKind ?? (event.userId ? 'user' : 'anonymous')}, ${event.actorId ?? null}, ${event.action},
      ${JSON.stringify(event.detail ?? {})}, ${event.address ?? null}, ${event.requestId ?? null}, ${now})`);
}
