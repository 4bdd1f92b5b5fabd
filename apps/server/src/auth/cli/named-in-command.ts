import { sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import type { Realm } from '../model/realm.ts';
import type { Tenant } from '../model/tenants/queries.ts';
import { findUserById, type User } from '../model/users/queries.ts';
import { UsageError } from './arguments.ts';

/** @throws UsageError when no tenant has this public id */
export async function requireTenant(context: AuthContext, publicId: string): Promise<Tenant> {
  const tenant = await context.tenants.find(publicId);
  if (!tenant) throw new UsageError(`There is no tenant ${publicId}.`);
  return tenant;
}

export function realmOf(tenant: Tenant, context: AuthContext): Realm {
  return {
    rootTenantId: tenant.rootTenantId,
    mode: tenant.parentId === null ? context.config.mode : tenant.mode,
  };
}

/** A person by userUuid, or by number in the first root tenant. @throws UsageError */
export async function requirePerson(context: AuthContext, id: string): Promise<User> {
  const isNumber = /^\d+$/.test(id);
  const row = await context.database.maybeOne<Realm & { id: string }>(sql`
    select u.root_tenant_id as "rootTenantId", u.mode, u.id from auth.user_account u
    where u.deleted_at is null and ${isNumber ? sql`u.number = ${Number(id)}` : sql`u.id::text = ${id.toLowerCase()}`}
    order by u.created_at limit 1`);
  const user = row ? await findUserById(context.database, row, row.id) : null;
  if (!user) throw new UsageError(`There is no user ${id}.`);
  return user;
}
