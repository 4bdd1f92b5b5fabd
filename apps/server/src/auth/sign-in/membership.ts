import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Tenant } from '../tenants/queries.ts';
import type { Roles } from '../tokens/tokens.ts';
import { listMemberships, type User } from '../users/queries.ts';

/** Workspaces in a token of the main domain (decisions 11). */
const mostInToken = 20;

/**
 * The roles somebody has in a tenant on entering it. A root tenant takes its own people; an open child makes a membership
 * without roles; an invited one takes members only (decisions 3).
 * @returns null for somebody who may not enter
 */
export async function joinTenant(
  db: Queryable,
  tenant: Tenant,
  user: User,
  now: Date,
): Promise<string[] | null> {
  const row = await db.maybeOne<{ roles: string[] }>(sql`select roles from auth.membership
    where tenant_id = ${tenant.id} and user_id = ${user.id}`);
  if (row) return row.roles;
  if (tenant.parentId === null) return [];
  if (tenant.signup !== 'open') return null;
  await db.run(sql`insert into auth.membership (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
    values (${tenant.id}, ${user.id}, ${user.rootTenantId}, ${user.mode}, '{}', ${now}, ${now})
    on conflict (tenant_id, user_id) do nothing`);
  return [];
}

/** The authorization map of a token: a workspace's own entry there, the 20 most recent ones on the main domain. */
export async function rolesForTokens(
  db: Queryable,
  tenant: Tenant,
  user: User,
  ownRoles: string[],
): Promise<Roles> {
  if (tenant.parentId !== null) return { [tenant.publicId]: { roles: ownRoles } };
  const memberships = await listMemberships(db, user.id, { limit: mostInToken });
  return Object.fromEntries(
    memberships.filter((one) => one.status === 'active').map(({ publicId, roles }) => [publicId, { roles }]),
  );
}
