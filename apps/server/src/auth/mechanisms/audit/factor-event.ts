import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';

type FactorAction = 'factor.added' | 'factor.removed' | 'backup.renewed' | 'backup.used' | 'signin.failed';

/** Whose factor it is, and from where it was touched. */
export type FactorOwner = {
  client: { fullAddress: string; requestId: string };
  tenant: Tenant;
  user: User;
};

/** An audit event about a factor of a person. */
export function factorEvent(
  { client, tenant, user }: FactorOwner,
  action: FactorAction,
  detail: Record<string, unknown> = {},
) {
  const from = { address: client.fullAddress, requestId: client.requestId };
  return { action, realm: user, tenantId: tenant.id, userId: user.id, detail, ...from };
}
