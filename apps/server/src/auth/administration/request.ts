import type { AuthContext } from '../context.ts';
import type { KeyCaller, UserCaller } from '../mechanisms/access/access.ts';
import type { Tenant } from '../model/tenants/queries.ts';

/** One call of whoever administers a tenant on its way through a feature; mechanisms take what they need of it. */
export type AdministrationRequest<Caller extends KeyCaller | UserCaller = KeyCaller | UserCaller> = {
  context: AuthContext;
  caller: Caller;
  tenant: Tenant;
};
