import type { KeyReach } from '@stint/domain/api/auth/access.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { ApiKey } from '../../model/keys/api-keys.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserByAnyId, findUserByIdentifier, type User } from '../../model/users/queries.ts';
import type { TenantDirectory } from '../tenants/directory.ts';

export type ReachContext = Pick<Foundation, 'database' | 'clock'> & { tenants: TenantDirectory };

/** What a call with a key names: read from path and body, not yet checked against the shape of the route. */
export type Named = {
  tenantId: string | null;
  /** Number or uuid, an address, or a username. */
  personId: string | null;
  email: string | null;
  username: string | null;
  /** Who gets a message. */
  to: string | null;
};

/** What a call with a key names and the key reaches. */
export type Reached = {
  /** The key's own tenant. */
  home: Tenant;
  /** The tenant that the call means. */
  tenant: Tenant;
  /** The person it names, on routes that name one. */
  person: User | null;
};

/** What the reach of a key is made from. */
export type KeyScope = Pick<ApiKey, 'tenantId' | 'rootTenantId' | 'mode'>;

/**
 * Every key's reach: what a call names and the key may touch, by the route's column `reach`. What is not the key's looks as
 * if it were not there.
 * @throws AppError `not_found`; `forbidden` where a child's key would change what a person is elsewhere
 */
export async function reachOf(
  context: ReachContext,
  key: KeyScope,
  reach: KeyReach,
  named: Named,
): Promise<Reached> {
  const home = await context.tenants.requireById(key.tenantId);
  const tenant = named.tenantId === null ? home : await reachableTenant(context, key, named.tenantId);
  const found = { home, tenant, person: null };
  if (reach === 'tenant' || reach === 'parent' || reach === 'feed') return found;
  if (reach === 'recipient') {
    await requireRecipient(context, key, home, named.to);
    return found;
  }
  const person = await findNamed(context.database, key, named);
  const isReached =
    person !== null &&
    ((await isPersonOf(context.database, key, home, person)) ||
      (reach === 'known' && (await isInvitedTo(context, key, person))));
  if (!isReached) throw new AppError('not_found');
  if (reach === 'account') requireRoot(home);
  return { ...found, person };
}

/** The tenant of a public id: the key's own or a child of it, in the key's realm. @throws AppError `not_found` */
async function reachableTenant(context: ReachContext, key: KeyScope, publicId: string): Promise<Tenant> {
  const tenant = await context.tenants.require(publicId);
  const isOwn = tenant.id === key.tenantId;
  const isChild = tenant.rootTenantId === key.tenantId || tenant.parentId === key.tenantId;
  if (!isOwn && !isChild) throw new AppError('not_found');
  if (tenant.parentId !== null && tenant.mode !== key.mode) throw new AppError('not_found');
  return tenant;
}

/** The ids of a key's tenants, as a condition on a column: for lists. */
export function isTenantOf(key: KeyScope, column: Sql): Sql {
  return sql`${column} in (select own.id from auth.tenant own
    where own.id = ${key.tenantId} or own.parent_id = ${key.tenantId} or own.root_tenant_id = ${key.tenantId})`;
}

/** Everybody in the realm of a root tenant; of a child the members. */
export async function isPersonOf(
  db: Queryable,
  key: KeyScope,
  home: Tenant,
  person: Pick<User, 'id'>,
): Promise<boolean> {
  if (home.parentId === null) return true;
  const row = await db.maybeOne(sql`select 1 as one from auth.membership m
    where m.user_id = ${person.id} and ${isTenantOf(key, sql`m.tenant_id`)} limit 1`);
  return row !== null;
}

/** What a person is at the root is not for a child's key to change. @throws AppError `forbidden` */
export function requireRoot(home: Tenant): void {
  if (home.parentId === null) return;
  throw new AppError('forbidden', {
    message: 'A key of this tenant cannot change what a person is elsewhere. Use a key of the root tenant.',
  });
}

async function isInvitedTo(context: ReachContext, key: KeyScope, person: User): Promise<boolean> {
  const row = await context.database.maybeOne(sql`select 1 as one from auth.link l
    where l.user_id = ${person.id} and l.kind = 'invite' and l.used_at is null and l.voided_at is null
      and l.expires_at > ${context.clock.now()} and ${isTenantOf(key, sql`l.tenant_id`)} limit 1`);
  return row !== null;
}

async function findNamed(db: Queryable, realm: Realm, named: Named): Promise<User | null> {
  if (named.personId !== null) return findUserByAnyId(db, realm, named.personId);
  const kind = named.email === null ? 'username' : 'email';
  const norm = (named.email ?? named.username ?? '').trim().toLowerCase();
  return norm === '' ? null : findUserByIdentifier(db, realm, [kind], norm);
}

/** A root tenant writes in the name of its application; a child to its own people only. */
async function requireRecipient(
  context: ReachContext,
  key: KeyScope,
  home: Tenant,
  to: string | null,
): Promise<void> {
  if (home.parentId === null) return;
  const norm = (to ?? '').trim().toLowerCase();
  const person = norm === '' ? null : await findUserByIdentifier(context.database, key, ['email'], norm);
  if (person && (await isPersonOf(context.database, key, home, person))) return;
  throw new AppError('not_found', { message: 'A key of this tenant writes to its members only.' });
}
