import type { ClientInfo } from '../../mechanisms/http/client.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';

type TotpAction = 'factor.added' | 'factor.removed' | 'backup.renewed' | 'backup.used' | 'signin.failed';

/** An audit event about a factor. */
export function totpEvent(
  client: ClientInfo,
  tenant: Tenant,
  user: User,
  action: TotpAction,
  detail: Record<string, unknown> = {},
) {
  const from = { address: client.fullAddress, requestId: client.requestId };
  return { action, realm: user, tenantId: tenant.id, userId: user.id, detail, ...from };
}
