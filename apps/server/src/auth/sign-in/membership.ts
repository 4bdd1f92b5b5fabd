import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Tenant } from '../tenants/queries.ts';
import type { Roles } from '../tokens/tokens.ts';
import { listMemberships, type User } from '../users/queries.ts';

/** Workspaces in a token of the main domain (decisions 11). */
const mostInToken = 20;

/** What somebody is in a tenant, and what a token says about it. */
export type Entry = {
  /** Roles in the tenant itself. */
  ownRoles: string[];
  /** The authorization map of a token: a workspace's own entry there, the 20 most recent ones on the main domain. */
  roles: Roles;
};

/** The entry of a member, or of anybody in the root tenant that knows the person; null for others. One query. */
export async function findEntry(db: Queryable, tenant: Tenant, user: User): Promise<Entry | null> {
  const isRoot = tenant.parentId === null;
  const memberships = await listMemberships(
    db,
    user.id,
    isRoot ? { limit: mostInToken } : { tenantId: tenant.id },
  );
  const own = memberships.find((one) => one.tenantId === tenant.id);
  if (!isRoot)
    return own ? { ownRoles: own.roles, roles: { [tenant.publicId]: { roles: own.roles } } } : null;
  const active = memberships.filter((one) => one.status === 'active');
  return {
    ownRoles: own?.roles ?? [],
    roles: Object.fromEntries(active.map(({ publicId, roles }) => [publicId, { roles }])),
  };
}

/**
 * As `findEntry` on entering a tenant: an open child makes a membership without roles for who has none (decisions 3).
 * @returns null for somebody who may not enter
 */
export async function joinTenant(
  db: Queryable,
  tenant: Tenant,
  user: User,
  now: Date,
): Promise<Entry | null> {
  const entry = await findEntry(db, tenant, user);
  if (entry || tenant.signup !== 'open') return entry;
  await db.run(sql`insert into auth.membership (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
    values (${tenant.id}, ${user.id}, ${user.rootTenantId}, ${user.mode}, '{}', ${now}, ${now})
    on conflict (tenant_id, user_id) do nothing`);
  return { ownRoles: [], roles: { [tenant.publicId]: { roles: [] } } };
}
