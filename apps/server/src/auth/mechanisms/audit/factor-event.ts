import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';
import type { ClientInfo } from '../http/client.ts';

type FactorAction = 'factor.added' | 'factor.removed' | 'backup.renewed' | 'backup.used' | 'signin.failed';

/** An audit event about a factor of a person. */
export function factorEvent(
  { client, tenant, user }: { client: ClientInfo; tenant: Tenant; user: User },
  action: FactorAction,
  detail: Record<string, unknown> = {},
) {
  const from = { address: client.fullAddress, requestId: client.requestId };
  return { action, realm: user, tenantId: tenant.id, userId: user.id, detail, ...from };
}
