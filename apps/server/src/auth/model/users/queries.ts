import type { Queryable } from '../../../platform/database.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import type { Realm } from '../realm.ts';
import type { Tenant } from '../tenants/queries.ts';
import { notePerson, notingPerson } from './note-person.ts';

/** A person with everything a sign-in asks about; `passwordHash` never leaves the provider. */
export type User = {
  id: string;
  number: number;
  rootTenantId: string;
  mode: 'test' | 'live';
  name: string | null;
  image: string | null;
  /** In which mails are written; null where nobody has said. */
  language: string | null;
  data: Record<string, unknown>;
  isLocked: boolean;
  isMfaRequired: boolean;
  preferredFirstFactor: Record<string, unknown> | null;
  preferredSecondFactor: Record<string, unknown> | null;
  authzVersion: number;
  /** Tokens for programs made before are void. */
  tokensValidFrom: Date | null;
  lastActiveAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  email: string | null;
  emailNorm: string | null;
  emailConfirmedAt: Date | null;
  username: string | null;
  phone: string | null;
  phoneConfirmedAt: Date | null;
  passwordHash: string | null;
  totpConfirmedAt: Date | null;
  backupCodesLeft: number;
};

/** What of a person stands in their tokens. */
export type TokenUser = Pick<
  User,
  | 'id'
  | 'number'
  | 'name'
  | 'image'
  | 'data'
  | 'authzVersion'
  | 'createdAt'
  | 'updatedAt'
  | 'email'
  | 'emailConfirmedAt'
  | 'username'
  | 'phone'
  | 'phoneConfirmedAt'
>;

const accountColumns = sql`u.id, u.number, u.root_tenant_id as "rootTenantId", u.mode, u.name, u.image, u.language, u.data,
  u.is_locked as "isLocked", u.is_mfa_required as "isMfaRequired", u.preferred_first_factor as "preferredFirstFactor",
  u.preferred_second_factor as "preferredSecondFactor", u.authz_version as "authzVersion", u.tokens_valid_from as "tokensValidFrom",
  u.last_active_at as "lastActiveAt", u.created_at as "createdAt", u.updated_at as "updatedAt",
  c.password_hash as "passwordHash", f.confirmed_at as "totpConfirmedAt",
  case when f.confirmed_at is null then 0 else (select count(*)::int from auth.backup_code b
    where b.user_id = u.id and b.is_active and b.used_at is null) end as "backupCodesLeft"`;

/** For lists, whose conditions may name an identifier: `e` the address, `n` the username, `p` the number. */
export const userColumns = sql`${accountColumns},
  e.value as email, e.norm as "emailNorm", e.confirmed_at as "emailConfirmedAt", n.value as username, p.value as phone,
  p.confirmed_at as "phoneConfirmedAt"`;

export const userTables = sql`auth.user_account u
  left join auth.identifier e on e.root_tenant_id = u.root_tenant_id and e.mode = u.mode and e.user_id = u.id and e.kind = 'email'
  left join auth.identifier n on n.root_tenant_id = u.root_tenant_id and n.mode = u.mode and n.user_id = u.id and n.kind = 'username'
  left join auth.identifier p on p.root_tenant_id = u.root_tenant_id and p.mode = u.mode and p.user_id = u.id and p.kind = 'phone'
  left join auth.credential c on c.user_id = u.id
  left join auth.totp f on f.user_id = u.id`;

/** For one person: all identifiers by one look into the index, two thirds of the work of the joins above. */
export const oneUserColumns = sql`${accountColumns}, i.email, i."emailNorm", i."emailConfirmedAt", i.username, i.phone,
  i."phoneConfirmedAt"`;

const identifiersOfOne = sql`cross join lateral (
    select max(value) filter (where kind = 'email') as email, max(norm) filter (where kind = 'email') as "emailNorm",
      max(confirmed_at) filter (where kind = 'email') as "emailConfirmedAt",
      max(value) filter (where kind = 'username') as username, max(value) filter (where kind = 'phone') as phone,
      max(confirmed_at) filter (where kind = 'phone') as "phoneConfirmedAt"
    from auth.identifier where root_tenant_id = u.root_tenant_id and mode = u.mode and user_id = u.id
  ) i`;

export const oneUserTables = sql`auth.user_account u ${identifiersOfOne}
  left join auth.credential c on c.user_id = u.id
  left join auth.totp f on f.user_id = u.id`;

/** What tokens say of one person, and what decides about new ones: without what only a sign-in asks about. */
export const tokenUserColumns = sql`u.id, u.number, u.name, u.image, u.data, u.is_locked as "isLocked",
  u.is_mfa_required as "isMfaRequired", u.authz_version as "authzVersion", u.created_at as "createdAt",
  u.updated_at as "updatedAt", i.email, i."emailConfirmedAt", i.username, i.phone, i."phoneConfirmedAt"`;

export const tokenUserTables = sql`auth.user_account u ${identifiersOfOne}`;

async function findUser(db: Queryable, realm: Realm, condition: Sql): Promise<User | null> {
  return db.maybeOne<User>(sql`select ${oneUserColumns} from ${oneUserTables}
    where u.root_tenant_id = ${realm.rootTenantId} and u.mode = ${realm.mode} and u.deleted_at is null and ${condition}`);
}

export function findUserById(db: Queryable, realm: Realm, id: string): Promise<User | null> {
  return isUuid(id) ? findUser(db, realm, sql`u.id = ${id}`) : Promise.resolve(null);
}

/** By `userId` or `userUuid` in text form (protocol 10). */
export function findUserByAnyId(db: Queryable, realm: Realm, id: string): Promise<User | null> {
  if (/^\d{1,15}$/.test(id)) return findUser(db, realm, sql`u.number = ${Number(id)}`);
  return findUserById(db, realm, id.toLowerCase());
}

export type IdentifierKind = 'email' | 'username' | 'phone';

/** By the canonical form of an identifier. A number that several people share names nobody. */
export function findUserByIdentifier(
  db: Queryable,
  realm: Realm,
  kinds: IdentifierKind[],
  norm: string,
): Promise<User | null> {
  return findUser(
    db,
    realm,
    sql`u.id = (select i.user_id from auth.identifier i where i.root_tenant_id = ${realm.rootTenantId}
      and i.mode = ${realm.mode} and i.norm = ${norm} and i.kind = any(${kinds}) and not i.is_shared limit 1)`,
  );
}

export type NewUser = {
  id?: string;
  /** `isShared`: the sign-up waits for the address, which somebody else was invited with. */
  email?: { value: string; norm: string; confirmedAt: Date | null; isShared?: boolean } | null;
  username?: string | null;
  phone?: { value: string; confirmedAt: Date | null; isShared: boolean } | null;
  name?: string | null;
  image?: string | null;
  data?: Record<string, unknown>;
  passwordHash?: string | null;
  pepperVersion?: number;
  /** Named by somebody else: gives way to whoever signs up with the address and proves it. */
  isPlaceholder?: boolean;
};

/** Adds a user with identifiers. A taken one violates `identifier_norm_key`. @returns the new id */
export async function insertUser(db: Queryable, realm: Realm, user: NewUser, now: Date): Promise<string> {
  const id = user.id ?? newId();
  await db.run(sql`with counted as (
      update auth.tenant set last_user_number = last_user_number + 1 where id = ${realm.rootTenantId}
      returning last_user_number)
    insert into auth.user_account (root_tenant_id, mode, id, number, name, image, data, is_placeholder, created_at,
      updated_at)
    select ${realm.rootTenantId}, ${realm.mode}, ${id}, last_user_number, ${user.name ?? null}, ${user.image ?? null},
      ${JSON.stringify(user.data ?? {})}, ${user.isPlaceholder ?? false}, ${now}, ${now} from counted`);
  if (user.email) await setIdentifier(db, realm, id, { kind: 'email', ...user.email, now });
  if (user.username) {
    const norm = user.username.toLowerCase();
    await setIdentifier(db, realm, id, {
      kind: 'username',
      value: user.username,
      norm,
      confirmedAt: null,
      now,
    });
  }
  if (user.phone)
    await setIdentifier(db, realm, id, { kind: 'phone', norm: user.phone.value, ...user.phone, now });
  if (user.passwordHash) {
    const { passwordHash: hash, pepperVersion = 1 } = user;
    await setPassword(db, id, { hash, pepperVersion, now });
  }
  // After the address: nobody is told of a sign-up that waits for it.
  await notePerson(db, id, 'create');
  return id;
}

export type Identifier = {
  kind: IdentifierKind;
  value: string;
  norm: string;
  confirmedAt: Date | null;
  isShared?: boolean;
  now: Date;
};

/** Sets or replaces one identifier of a user. Written again, an address that a sign-up waits for is still waited for. */
export async function setIdentifier(
  db: Queryable,
  realm: Realm,
  userId: string,
  { kind, value, norm, confirmedAt, isShared = false, now }: Identifier,
): Promise<void> {
  const set = sql`insert into auth.identifier (root_tenant_id, mode, user_id, kind, value, norm, confirmed_at, is_shared, created_at)
    values (${realm.rootTenantId}, ${realm.mode}, ${userId}, ${kind}, ${value}, ${norm}, ${confirmedAt}, ${isShared}, ${now})
    on conflict (root_tenant_id, mode, user_id, kind) do update
    set value = excluded.value, norm = excluded.norm, confirmed_at = excluded.confirmed_at, is_shared = excluded.is_shared
      or (identifier.is_shared and identifier.kind = 'email' and identifier.norm = excluded.norm)
    returning user_id`;
  await db.run(notingPerson(set, 'update', 'person'));
}

/** Takes identifiers away from people. @param which a condition on `auth.identifier` */
export async function removeIdentifiers(db: Queryable, which: Sql): Promise<void> {
  const remove = sql`delete from auth.identifier where ${which} returning user_id`;
  await db.run(notingPerson(remove, 'update', 'person'));
}

/** For addresses go by `confirmEmail`: others may wait for the same one. */
export async function confirmIdentifier(
  db: Queryable,
  userId: string,
  kind: IdentifierKind,
  now: Date,
): Promise<void> {
  const confirm = sql`update auth.identifier set confirmed_at = ${now}
    where user_id = ${userId} and kind = ${kind} and confirmed_at is null returning user_id`;
  await db.run(notingPerson(confirm, 'update', 'person'));
}

export async function setPassword(
  db: Queryable,
  userId: string,
  { hash, pepperVersion, now }: { hash: string; pepperVersion: number; now: Date },
): Promise<void> {
  await db.run(sql`insert into auth.credential (user_id, password_hash, pepper_version, changed_at)
    values (${userId}, ${hash}, ${pepperVersion}, ${now})
    on conflict (user_id) do update set password_hash = excluded.password_hash,
      pepper_version = excluded.pepper_version, changed_at = excluded.changed_at`);
}

/** Stores another hash of the same password, unless the password was changed meanwhile. */
export async function replaceHash(
  db: Queryable,
  userId: string,
  { from, hash, pepperVersion, now }: { from: string; hash: string; pepperVersion: number; now: Date },
): Promise<void> {
  await db.run(sql`update auth.credential set password_hash = ${hash}, pepper_version = ${pepperVersion},
    changed_at = ${now} where user_id = ${userId} and password_hash = ${from}`);
}

/** Makes somebody a member without roles. Who is one already stays as they are. */
export async function addMembership(
  db: Queryable,
  tenant: Pick<Tenant, 'id'>,
  user: Pick<User, 'id' | 'rootTenantId' | 'mode'>,
  now: Date,
): Promise<void> {
  const add = sql`insert into auth.membership (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
    values (${tenant.id}, ${user.id}, ${user.rootTenantId}, ${user.mode}, '{}', ${now}, ${now})
    on conflict (tenant_id, user_id) do nothing returning tenant_id, user_id`;
  await db.run(notingPerson(add, 'create', 'membership'));
}

export type Membership = {
  tenantId: string;
  publicId: string;
  roles: string[];
  name: string;
  slug: string | null;
  regionCode: string | null;
  mode: string;
  image: string | null;
  status: string;
  lastUsedAt: Date | null;
  /** Somebody who left and came back is a member since they came back. */
  since: Date;
};

/** Workspaces of a person, the most recently used first; `tenantId` narrows to one. */
export function listMemberships(
  db: Queryable,
  userId: string,
  options: { tenantId?: string; limit?: number } = {},
): Promise<Membership[]> {
  return db.rows<Membership>(sql`select m.tenant_id as "tenantId", t.public_id as "publicId", m.roles, t.name, t.slug,
      t.region_code as "regionCode", t.mode, t.image, t.status, m.last_used_at as "lastUsedAt", m.created_at as since
    from auth.membership m join auth.tenant t on t.id = m.tenant_id
    where m.user_id = ${userId} and t.status in ('active', 'archived', 'provisioning')
      and (${options.tenantId ?? null}::uuid is null or m.tenant_id = ${options.tenantId ?? null}::uuid)
    order by m.last_used_at desc nulls last, m.created_at desc
    limit ${options.limit ?? 1000}`);
}
