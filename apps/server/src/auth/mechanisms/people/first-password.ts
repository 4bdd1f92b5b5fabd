import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';

/**
 * Whether a child tenant may cause somebody's first password: there is no way into the account yet, not even a proven
 * address, and no other tenant knows the person. Otherwise it would open what the person is elsewhere.
 */
export async function isOnlyKnownTo(db: Queryable, tenant: Pick<Tenant, 'id'>, user: User): Promise<boolean> {
  const { passwordHash, totpConfirmedAt, emailConfirmedAt, phoneConfirmedAt } = user;
  if (passwordHash ?? totpConfirmedAt ?? emailConfirmedAt ?? phoneConfirmedAt) return false;
  const other = await db.maybeOne(sql`select 1 as one from auth.membership
      where user_id = ${user.id} and tenant_id <> ${tenant.id}
    union all select 1 from auth.federated_identity where user_id = ${user.id} limit 1`);
  return other === null;
}

/**
 * Whether somebody has nothing but what a child tenant and its own provider gave: no password, no number, no other tenant,
 * no other provider. What the child causes then touches nothing that is not its own.
 */
export async function isUnknownElsewhere(
  db: Queryable,
  tenant: Pick<Tenant, 'id'>,
  user: User,
): Promise<boolean> {
  if (user.passwordHash ?? user.totpConfirmedAt ?? user.phoneConfirmedAt) return false;
  const other = await db.maybeOne(sql`select 1 as one from auth.membership
      where user_id = ${user.id} and tenant_id <> ${tenant.id}
    union all select 1 from auth.federated_identity where user_id = ${user.id} and tenant_id <> ${tenant.id} limit 1`);
  return other === null;
}
