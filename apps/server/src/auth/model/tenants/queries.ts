import type { TenantSettings } from '@stint/domain/api/auth/tenant-shapes.ts';
import type { Factor } from '@stint/domain/auth/factor.ts';
import type { Queryable } from '../../../platform/database.ts';
import { join, type Sql, sql } from '../../../platform/sql.ts';
import type { Mode } from '../realm.ts';
import { fullSettings } from './settings.ts';

type TenantStatus = 'provisioning' | 'active' | 'archived' | 'deleted';

/** A change of how people sign in that is announced and counts from `startsAt`, an ISO date. */
export type UpcomingSignIn = {
  firstFactors: Factor[];
  secondFactors: Factor[];
  isMfaRequired: boolean | string[];
  startsAt: string;
};

/** A tenant as the provider works with it; `publicId` is the only form on the wire. */
export type Tenant = {
  id: string;
  publicId: string;
  aliasId: string | null;
  rootTenantId: string;
  mode: Mode;
  parentId: string | null;
  name: string;
  image: string | null;
  data: Record<string, unknown>;
  slug: string | null;
  regionCode: string | null;
  status: TenantStatus;
  signup: 'open' | 'invited';
  settings: TenantSettings;
  firstFactors: Factor[];
  secondFactors: Factor[];
  isMfaRequired: boolean | string[];
  /** How people will sign in from a date on. */
  upcomingSignIn: UpcomingSignIn | null;
  allowedOrigins: string[];
  liveDomains: string[];
  isTestEnabled: boolean;
  testOrigins: string[];
  creatorUserId: string | null;
  version: number;
  lastActiveAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

type TenantRow = Omit<Tenant, 'settings'> & { settings: Partial<TenantSettings> };

export const tenantColumns = sql`t.id, t.public_id as "publicId", t.alias_id as "aliasId",
  t.root_tenant_id as "rootTenantId", t.mode, t.parent_id as "parentId", t.name, t.image, t.data, t.slug,
  t.region_code as "regionCode", t.status, t.signup, t.settings, t.first_factors as "firstFactors",
  t.second_factors as "secondFactors", t.is_mfa_required as "isMfaRequired", t.upcoming_sign_in as "upcomingSignIn", t.allowed_origins as "allowedOrigins",
  t.live_domains as "liveDomains", t.is_test_enabled as "isTestEnabled", t.test_origins as "testOrigins",
  t.creator_user_id as "creatorUserId", t.version, t.last_active_at as "lastActiveAt", t.created_at as "createdAt",
  t.updated_at as "updatedAt"`;

/** A row with its settings filled in. */
export function toTenant(row: TenantRow): Tenant {
  return { ...row, settings: fullSettings(row.settings) };
}

/** The tenant as it is at a moment: what was announced counts from its date on. */
export function tenantAt<T extends Tenant | null>(tenant: T, now: Date): T {
  const upcoming = tenant?.upcomingSignIn;
  if (!tenant || !upcoming || new Date(upcoming.startsAt) > now) return tenant;
  const { firstFactors, secondFactors, isMfaRequired } = upcoming;
  return { ...tenant, firstFactors, secondFactors, isMfaRequired, upcomingSignIn: null };
}

async function findBy(db: Queryable, condition: Sql): Promise<Tenant | null> {
  const row = await db.maybeOne<TenantRow>(
    sql`select ${tenantColumns} from auth.tenant t where ${condition} and t.status <> 'deleted'`,
  );
  return row ? toTenant(row) : null;
}

export function findTenantByPublicId(db: Queryable, publicId: string): Promise<Tenant | null> {
  return findBy(db, sql`(t.public_id = ${publicId} or t.alias_id = ${publicId})`);
}

export function findTenantById(db: Queryable, id: string): Promise<Tenant | null> {
  return findBy(db, sql`t.id = ${id}`);
}

export function findTenantBySlug(db: Queryable, slug: string, mode: Mode): Promise<Tenant | null> {
  return findBy(db, sql`t.slug = ${slug} and t.mode = ${mode}`);
}

/** The tenant that had an address before, while that is kept for it. */
export function findTenantByFormerSlug(
  db: Queryable,
  slug: string,
  mode: Mode,
  now: Date,
): Promise<Tenant | null> {
  return findBy(
    db,
    sql`t.id = (select f.tenant_id from auth.former_slug f where f.root_tenant_id = t.root_tenant_id
      and f.mode = t.mode and f.slug = ${slug} and f.reserved_until > ${now}) and t.mode = ${mode}`,
  );
}

export type NewTenant = Pick<
  Tenant,
  'id' | 'publicId' | 'rootTenantId' | 'mode' | 'parentId' | 'name' | 'image' | 'data' | 'slug' | 'regionCode'
> &
  Pick<Tenant, 'status' | 'signup' | 'firstFactors' | 'secondFactors' | 'isMfaRequired' | 'creatorUserId'> & {
    settings: Partial<TenantSettings>;
  };

/** Adds a tenant. A slug or public id that is taken violates `tenant_slug_key` or `tenant_public_id_key`. */
export async function insertTenant(db: Queryable, tenant: NewTenant, now: Date): Promise<void> {
  await db.run(sql`insert into auth.tenant (id, public_id, root_tenant_id, mode, parent_id, name, image, data, slug,
      region_code, status, signup, settings, first_factors, second_factors, is_mfa_required, creator_user_id, created_at,
      updated_at)
    values (${tenant.id}, ${tenant.publicId}, ${tenant.rootTenantId}, ${tenant.mode}, ${tenant.parentId}, ${tenant.name},
      ${tenant.image}, ${JSON.stringify(tenant.data)}, ${tenant.slug}, ${tenant.regionCode}, ${tenant.status},
      ${tenant.signup}, ${JSON.stringify(tenant.settings)}, ${JSON.stringify(tenant.firstFactors)},
      ${JSON.stringify(tenant.secondFactors)}, ${JSON.stringify(tenant.isMfaRequired)}, ${tenant.creatorUserId}, ${now},
      ${now})`);
}

/** Which of some slugs are taken or still reserved after a change or deletion (180 days; security 7). */
export async function takenSlugs(
  db: Queryable,
  realm: { rootTenantId: string; mode: Mode },
  slugs: string[],
  now: Date,
): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await db.rows<{ slug: string }>(sql`
    select slug from auth.tenant
    where root_tenant_id = ${realm.rootTenantId} and mode = ${realm.mode} and slug in (${join(slugs)})
    union
    select slug from auth.former_slug
    where root_tenant_id = ${realm.rootTenantId} and mode = ${realm.mode} and slug in (${join(slugs)})
      and reserved_until > ${now}`);
  return new Set(rows.map((row) => row.slug));
}
