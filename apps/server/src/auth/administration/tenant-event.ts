import type { KeyCaller, UserCaller } from '../mechanisms/access/access.ts';

/** An audit event about a tenant, by whoever administers it. */
export function tenantEvent(
  caller: KeyCaller | UserCaller,
  tenantId: string,
  action:
    | 'tenant.created'
    | 'tenant.changed'
    | 'tenant.deleted'
    | 'roles.changed'
    | 'invite.sent'
    | 'idp.changed',
  detail: Record<string, unknown> = {},
) {
  const { client, realm } = caller;
  const by =
    caller.kind === 'user'
      ? { actorKind: 'user' as const, actorId: caller.session.userId }
      : { actorKind: 'key' as const, actorId: caller.key.id };
  return { action, realm, tenantId, ...by, detail, address: client.fullAddress, requestId: client.requestId };
}
