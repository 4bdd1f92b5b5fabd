import { AppError } from '@stint/domain/errors.ts';
import { sql } from '../../platform/sql.ts';
import { audit } from '../audit/audit.ts';
import type { AuthContext, World } from '../context.ts';
import { reachableTenant, tenantOfKeyCall } from '../http/access.ts';
import type { Part } from '../http/handlers.ts';
import { endSessions } from '../sessions/queries.ts';
import type { Tenant } from '../tenants/queries.ts';
import { deleteUser } from './delete.ts';
import { byKey, homeOf, isRootKey, record, requireMember, requireRootKey, requireUser } from './reach.ts';
import { grantRoles } from './roles.ts';
import { findUsers } from './search.ts';
import { createUser, updateUser } from './write.ts';

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

async function foundUsers(
  context: AuthContext,
  world: World,
  tenant: Tenant,
  body: Parameters<typeof findUsers>[3],
) {
  const { rows, ...counts } = await findUsers(context, world, tenant, body);
  return { ...counts, results: await Promise.all(rows.map((user) => record(context, tenant, user))) };
}
