import { parseEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { sql } from '../../platform/sql.ts';
import { audit } from '../audit/audit.ts';
import type { AuthContext, World } from '../context.ts';
import { type KeyCaller, reachableTenant, tenantOfKeyCall, type UserCaller } from '../http/access.ts';
import type { Part } from '../http/handlers.ts';
import { hashNewPassword } from '../password/new-password.ts';
import { requireUsername } from '../password/routes.ts';
import { pictureOf } from '../self/routes.ts';
import { endSessions, raiseAuthzVersion } from '../sessions/queries.ts';
import type { Tenant } from '../tenants/queries.ts';
import { tellWebhook } from '../webhooks/queue.ts';
import { deleteUser } from './delete.ts';
import {
  findUserByAnyId,
  findUserById,
  insertUser,
  listMemberships,
  setIdentifier,
  type User,
} from './queries.ts';
import { userRecord } from './record.ts';
import { grantRoles } from './roles.ts';
import { findUsers } from './search.ts';

type UserRoutes = Part<
  | 'POST /users'
  | 'POST /users/find'
  | 'POST /users/createOrUpdate'
  | 'GET /users/:id'
  | 'PUT /users/:id'
  | 'DELETE /users/:id'
  | 'POST /users/:id/active'
  | 'DELETE /users/:id/sessions'
  | 'GET /tenants/:tenantId/users/:id'
  | 'DELETE /tenants/:tenantId/users/:id'
  | 'POST /tenants/:tenantId/users/find'
>;

/** Users for servers with a key (auth protocol 10). A key of a child tenant sees that child's members only. */
export function userRoutes(context: AuthContext): UserRoutes {
  return {
    async 'POST /users'({ body }, caller) {
      const tenant = await tenantOfKeyCall(context, caller, body.tenantId);
      return createUser(context, caller, tenant, body);
    },
    async 'POST /users/find'({ body }, caller) {
      if (caller.kind !== 'key') throw new AppError('forbidden');
      const tenant = await tenantOfKeyCall(context, caller, body.tenantId);
      return foundUsers(context, caller.world, tenant, body);
    },
    async 'POST /users/createOrUpdate'({ body }, caller) {
      const tenant = await tenantOfKeyCall(context, caller, body.tenantId);
      const id = body.userUuid ?? (body.userId === undefined ? undefined : String(body.userId));
      if (id) return updateUser(context, caller, tenant, await requireUser(context, caller, id), body);
      if (!body.email) throw new AppError('email_format');
      return createUser(context, caller, tenant, { ...body, email: body.email });
    },
    async 'GET /users/:id'({ params }, caller) {
      const user = await requireUser(context, caller, params.id);
      return record(context, await homeOf(context, caller), user);
    },
    async 'PUT /users/:id'({ params, body }, caller) {
      const user = await requireUser(context, caller, params.id);
      return updateUser(context, caller, await homeOf(context, caller), user, body);
    },
    async 'DELETE /users/:id'({ params }, caller) {
      const user = await requireUser(context, caller, params.id);
      await requireRootKey(context, caller);
      await context.database.transaction((tx) => deleteUser(context, tx, user, byKey(caller)));
      void context.kick();
      return { message: 'OK' };
    },
    async 'POST /users/:id/active'({ params }, caller) {
      const user = await requireUser(context, caller, params.id);
      const now = context.clock.now();
      await context.database.run(sql`update auth.user_account set last_active_at = ${now}
        where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and id = ${user.id}`);
      return { message: 'OK', lastActiveAt: now.toISOString() };
    },
    async 'DELETE /users/:id/sessions'({ params }, caller) {
      const user = await requireUser(context, caller, params.id);
      const isRoot = await isRootKey(context, caller);
      const which = isRoot
        ? sql`s.user_id = ${user.id}`
        : sql`s.user_id = ${user.id} and s.tenant_id = ${caller.key.tenantId}`;
      const now = context.clock.now();
      const ended = await context.database.transaction(async (tx) => {
        const ids = await endSessions(tx, which, 'admin', now);
        const event = { action: 'session.ended' as const, world: user, userId: user.id };
        await audit(tx, { ...event, ...byKey(caller), detail: { sessions: ids } }, now);
        return ids;
      });
      context.sessions.forget(ended);
      return { message: 'OK', ended: ended.length };
    },
    async 'GET /tenants/:tenantId/users/:id'({ params }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      return record(context, tenant, await requireMember(context, caller, tenant, params.id));
    },
    async 'DELETE /tenants/:tenantId/users/:id'({ params }, caller) {
      const tenant = await reachableTenant(context, caller, params.tenantId);
      const user = await requireMember(context, caller, tenant, params.id);
      await context.database.transaction(async (tx) => {
        if (tenant.parentId === null) return deleteUser(context, tx, user, byKey(caller));
        const now = context.clock.now();
        await grantRoles(context, tx, tenant, user, [], now);
        const event = { action: 'roles.changed' as const, world: user, tenantId: tenant.id, userId: user.id };
        await audit(tx, { ...event, ...byKey(caller), detail: { roles: [] } }, now);
      });
      return { message: 'OK' };
    },
    async 'POST /tenants/:tenantId/users/find'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      return foundUsers(context, caller.world, tenant, body);
    },
  };
}

export function byKey({ key, call }: KeyCaller) {
  return { actorKind: 'key' as const, actorId: key.id, address: call.fullAddress, requestId: call.requestId };
}

async function homeOf(context: AuthContext, caller: KeyCaller | UserCaller): Promise<Tenant> {
  return context.tenants.requireById(caller.kind === 'key' ? caller.key.tenantId : caller.session.tenantId);
}

async function isRootKey(context: AuthContext, caller: KeyCaller): Promise<boolean> {
  return (await homeOf(context, caller)).parentId === null;
}

/** A child's key may take people out of the child, never change or delete what they are elsewhere. */
async function requireRootKey(context: AuthContext, caller: KeyCaller): Promise<void> {
  if (!(await isRootKey(context, caller))) throw new AppError('forbidden');
}

/** A user that the key may see; foreign and missing look the same (security 3). @throws AppError `not_found` */
export async function requireUser(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  id: string,
): Promise<User> {
  return requireMember(context, caller, await homeOf(context, caller), id);
}

/** A user of a tenant. @throws AppError `not_found` */
export async function requireMember(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  tenant: Tenant,
  id: string,
): Promise<User> {
  const user = await findUserByAnyId(context.database, caller.world, id);
  if (!user) throw new AppError('not_found');
  if (tenant.parentId === null) return user;
  const [membership] = await listMemberships(context.database, user.id, { tenantId: tenant.id });
  if (!membership) throw new AppError('not_found');
  return user;
}

/** The record of a user with all workspaces, or that one alone in the eyes of a child tenant. */
export async function record(context: AuthContext, tenant: Tenant, user: User) {
  const only = tenant.parentId === null ? {} : { tenantId: tenant.id };
  return userRecord(user, tenant, await listMemberships(context.database, user.id, only));
}

async function foundUsers(
  context: AuthContext,
  world: World,
  tenant: Tenant,
  body: Parameters<typeof findUsers>[3],
) {
  const { rows, ...counts } = await findUsers(context, world, tenant, body);
  return { ...counts, results: await Promise.all(rows.map((user) => record(context, tenant, user))) };
}

type Profile = {
  email?: string;
  username?: string | null;
  name?: string | null;
  image?: string | null;
  data?: Record<string, unknown>;
  password?: string;
  locked?: boolean;
};

async function createUser(
  context: AuthContext,
  caller: KeyCaller,
  tenant: Tenant,
  body: Profile & { email: string },
) {
  const parsed = parseEmail(body.email);
  if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
  const owner = { email: parsed.email, name: body.name ?? null, username: body.username ?? null };
  const passwordHash = body.password
    ? await hashNewPassword(context, body.password, owner, tenant, caller.world.mode)
    : null;
  const now = context.clock.now();
  const id = await catchTaken(
    context.database.transaction(
      async (tx) => {
        const made = await insertUser(
          tx,
          caller.world,
          {
            email: { value: parsed.email, norm: parsed.norm, confirmedAt: null },
            username: body.username ? requireUsername(body.username) : null,
            name: body.name ?? null,
            image: pictureOf(body.image ?? null),
            data: body.data ?? {},
            passwordHash,
          },
          now,
        );
        const user = await findUserById(tx, caller.world, made);
        if (!user) throw new Error('a new user is missing');
        if (tenant.parentId !== null) await addMembership(tx, tenant, user, now);
        await audit(
          tx,
          {
            action: 'user.created',
            world: caller.world,
            tenantId: tenant.id,
            userId: made,
            ...byKey(caller),
          },
          now,
        );
        const change = { action: 'create', model: 'user', record: userRecord(user, tenant, []) } as const;
        await tellWebhook(context, tx, tenant, caller.world.mode, change);
        return made;
      },
      { attempts: 1 },
    ),
  );
  const user = await findUserById(context.database, caller.world, id);
  if (!user) throw new AppError('not_found');
  return record(context, tenant, user);
}

async function addMembership(
  tx: Parameters<typeof insertUser>[0],
  tenant: Tenant,
  user: User,
  now: Date,
): Promise<void> {
  await tx.run(sql`insert into auth.membership (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
    values (${tenant.id}, ${user.id}, ${user.rootTenantId}, ${user.mode}, '{}', ${now}, ${now})
    on conflict (tenant_id, user_id) do nothing`);
}

async function catchTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'identifier_norm_key')) throw error;
    const detail = String((error as { detail?: string }).detail ?? '');
    throw new AppError(detail.includes(', username, ') ? 'username_exists' : 'email_exists', {
      type: 'bad_request_error',
    });
  });
}

async function updateUser(
  context: AuthContext,
  caller: KeyCaller,
  tenant: Tenant,
  user: User,
  body: Profile,
) {
  await requireRootKey(context, caller);
  const now = context.clock.now();
  await catchTaken(
    context.database.transaction(
      async (tx) => {
        const isLocked = body.locked ?? user.isLocked;
        await tx.run(sql`update auth.user_account set name = ${body.name === undefined ? user.name : body.name},
            image = ${body.image === undefined ? user.image : pictureOf(body.image)},
            data = ${JSON.stringify(body.data ?? user.data)}, is_locked = ${isLocked}, updated_at = ${now}
          where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and id = ${user.id}`);
        await updateNames(tx, user, body, now);
        if (isLocked && !user.isLocked) {
          const ended = await endSessions(tx, sql`s.user_id = ${user.id}`, 'admin', now);
          await raiseAuthzVersion(tx, user, user.id, now);
          tx.afterCommit(() => context.sessions.forget(ended));
        }
        const detail = { fields: Object.keys(body).filter((name) => name !== 'password') };
        await audit(
          tx,
          { action: 'user.changed', world: user, userId: user.id, ...byKey(caller), detail },
          now,
        );
        const fresh = (await findUserById(tx, user, user.id)) ?? user;
        const change = { action: 'update', model: 'user', record: userRecord(fresh, tenant, []) } as const;
        await tellWebhook(context, tx, tenant, user.mode, change);
      },
      { attempts: 1 },
    ),
  );
  return record(context, tenant, await requireUser(context, caller, user.id));
}

async function updateNames(
  tx: Parameters<typeof insertUser>[0],
  user: User,
  body: Profile,
  now: Date,
): Promise<void> {
  if (body.email !== undefined) {
    const parsed = parseEmail(body.email);
    if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
    const confirmedAt = parsed.norm === user.emailNorm ? user.emailConfirmedAt : null;
    await setIdentifier(
      tx,
      user,
      user.id,
      { kind: 'email', value: parsed.email, norm: parsed.norm, confirmedAt },
      now,
    );
  }
  if (body.username) {
    const value = requireUsername(body.username);
    await setIdentifier(
      tx,
      user,
      user.id,
      { kind: 'username', value, norm: value.toLowerCase(), confirmedAt: null },
      now,
    );
  } else if (body.username === null) {
    await tx.run(sql`delete from auth.identifier where user_id = ${user.id} and kind = 'username'`);
  }
}
