import type { Queryable } from '../../platform/database.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { Roles } from '../mechanisms/tokens/tokens.ts';
import type { Tenant } from '../model/tenants/queries.ts';
import { addMembership, type User } from '../model/users/queries.ts';

/** Workspaces in a token of the main domain: more would not fit a cookie. */
const mostInToken = 20;

/** What somebody is in a tenant, and what a token says about it. */
export type Entry = {
  /** Roles in the tenant itself. */
  ownRoles: string[];
  /** The authorization map of a token: a workspace's own entry there, the 20 most recent ones on the main domain. */
  roles: Roles;
};

/** What a method read together with the person. */
export type KnownPerson = {
  /** Null for who is nothing in the tenant. */
  entry: Entry | null;
  /** Whether an invitation to the tenant is open that a sign-in accepts. */
  isInvited: boolean;
  /** Whether the person signed in from there before, so that nobody has to be told of a new device. */
  isDeviceKnown: boolean;
};

/** What `membersSelect` reads of each membership. */
export type Member = { tenantId: string; publicId: string; roles: string[]; status: string };

const mostRecent = sql`order by m.last_used_at desc nulls last, m.created_at desc limit ${mostInToken}`;

/** The memberships that an entry is made of: the workspace's own, or on the main domain the most recently used ones. */
export function membersSelect(tenant: Tenant, userId: Sql | string): Sql {
  const isRoot = tenant.parentId === null;
  return sql`select m.tenant_id as "tenantId", t.public_id as "publicId", m.roles, t.status
    from auth.membership m join auth.tenant t on t.id = m.tenant_id
    where m.user_id = ${userId} and t.status in ('active', 'archived', 'provisioning')
      ${isRoot ? mostRecent : sql`and m.tenant_id = ${tenant.id}::uuid`}`;
}

/** The entry of a member, or of anybody in the root tenant that knows the person; null for others. One query. */
export async function findEntry(db: Queryable, tenant: Tenant, user: User): Promise<Entry | null> {
  return entryOf(tenant, await db.rows<Member>(membersSelect(tenant, user.id)));
}

export function entryOf(tenant: Tenant, members: Member[]): Entry | null {
  const own = members.find((one) => one.tenantId === tenant.id);
  if (tenant.parentId !== null)
    return own ? { ownRoles: own.roles, roles: { [tenant.publicId]: { roles: own.roles } } } : null;
  const active = members.filter((one) => one.status === 'active');
  return {
    ownRoles: own?.roles ?? [],
    roles: Object.fromEntries(active.map(({ publicId, roles }) => [publicId, { roles }])),
  };
}

/**
 * As `findEntry` on entering a tenant: an open child makes a membership without roles for who has none.
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
  await addMembership(db, tenant, user, now);
  return { ownRoles: [], roles: { [tenant.publicId]: { roles: [] } } };
}
