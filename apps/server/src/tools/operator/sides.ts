import { highestRole, type Role } from '@stint/domain/workspace/roles.ts';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** A workspace as its region has it. */
export type Place = {
  publicId: string;
  tenantId: string;
  slug: string;
  status: string;
  /** When its state or address changed last. */
  updatedAt: Date;
  /** A gateway has begun to make it, and goes on. */
  isBeingMade: boolean;
};

/** Somebody's place in a workspace, as the region has it. */
export type Seat = {
  userId: string;
  role: Role;
  status: string;
  roleUpdatedAt: Date;
  /** When it ended. */
  archivedAt: Date | null;
  /** Whether the provider knows the account. */
  isKnown: boolean;
};

/** A workspace as the provider has it. */
export type Known = {
  status: string;
  name: string;
  slug: string;
  updatedAt: Date;
  members: Map<string, { role: Role | null; updatedAt: Date }>;
};

export function readPlaces(database: Database, after: string, size: number): Promise<Place[]> {
  return database.rows<Place>(sql`
    select d.public_id as "publicId", d.tenant_id as "tenantId", d.slug, d.status, d.updated_at as "updatedAt",
      exists (select from app.workspace_saga s
        where s.tenant_id = d.tenant_id and s.kind = 'create' and s.state = 'running') as "isBeingMade"
    from app.workspace_directory d where d.public_id > ${after} order by d.public_id limit ${size}`);
}

export async function readKnown(identity: Database, places: readonly Place[]): Promise<Map<string, Known>> {
  const ids = places.map(({ publicId }) => publicId);
  const tenants = await identity.rows<Omit<Known, 'members'> & { publicId: string }>(sql`
    select public_id as "publicId", status, name, coalesce(slug, '') as slug, updated_at as "updatedAt"
    from auth.tenant where public_id = any(${ids}::text[])`);
  const known = new Map<string, Known>(
    tenants.map(({ publicId, ...tenant }) => [publicId, { ...tenant, members: new Map() }]),
  );
  const members = await identity.rows<{
    publicId: string;
    userId: string;
    roles: string[];
    updatedAt: Date;
  }>(sql`
    select t.public_id as "publicId", m.user_id as "userId", m.roles, m.updated_at as "updatedAt"
    from auth.membership m join auth.tenant t on t.id = m.tenant_id
      join auth.user_account u on u.id = m.user_id and u.deleted_at is null
    where t.public_id = any(${ids}::text[])`);
  for (const { publicId, userId, roles, updatedAt } of members)
    known.get(publicId)?.members.set(userId, { role: highestRole(roles), updatedAt });
  return known;
}

/** A workspace's name, and everybody in it who has an account, or had one when this was written. */
export async function readHere(
  { identity, database }: { identity: Database; database: Database },
  { tenantId }: Place,
): Promise<{ name: string; seats: Seat[] }> {
  const [name, seats] = await database.withTenant(tenantId, async (tx) => [
    (await tx.one<{ name: string }>(sql`select name from app.tenant where tenant_id = ${tenantId}`)).name,
    await tx.rows<Omit<Seat, 'isKnown'>>(sql`
      select user_id as "userId", role, status, role_updated_at as "roleUpdatedAt", archived_at as "archivedAt"
      from app.team_member where tenant_id = ${tenantId} and user_id is not null`),
  ]);
  const accounts = await identity.rows<{ id: string }>(sql`
    select id from auth.user_account
    where id = any(${seats.map(({ userId }) => userId)}::uuid[]) and deleted_at is null`);
  const known = new Set(accounts.map(({ id }) => id));
  return { name, seats: seats.map((seat) => ({ ...seat, isKnown: known.has(seat.userId) })) };
}

/** Workspaces that the provider sends people to, and that are not there. */
export async function readLost(
  identity: Database,
  { code, database }: { code: string; database: Database },
): Promise<{ publicId: string; status: string }[]> {
  const tenants = await identity.rows<{ publicId: string; status: string }>(sql`
    select public_id as "publicId", status from auth.tenant
    where region_code = ${code} and status in ('active', 'archived') order by public_id`);
  const here = await database.rows<{ publicId: string }>(sql`
    select public_id as "publicId" from app.workspace_directory
    where public_id = any(${tenants.map(({ publicId }) => publicId)}::text[])`);
  const there = new Set(here.map(({ publicId }) => publicId));
  return tenants.filter(({ publicId }) => !there.has(publicId));
}
