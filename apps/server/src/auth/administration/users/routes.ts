import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { KeyCaller, UserCaller } from '../../mechanisms/access/access.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { byKey, requirePerson, requireServer } from '../../mechanisms/access/key-caller.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { isTenantOf } from '../../mechanisms/keys/reach.ts';
import { deleteUser } from '../../mechanisms/people/delete.ts';
import { grantRoles } from '../../mechanisms/people/roles.ts';
import { endSessions } from '../../model/sessions/queries.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { invitedRecord } from '../../model/users/record.ts';
import { record, recordFor, requireMember } from './callers.ts';
import { findUsers } from './search.ts';
import { createOrUpdate, createUser, updateUser } from './write.ts';

type UserRoutes = HandlersOf<
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

/** Users for servers with a key (protocol 10). A key of a child tenant sees that child's members only. */
export function userRoutes(context: AuthContext): UserRoutes {
  return {
    async 'POST /users'({ body }, caller) {
      return createUser({ context, caller, tenant: caller.tenant }, body);
    },
    async 'POST /users/find'({ body }, caller) {
      return foundUsers(context, caller, requireServer(caller).tenant, body);
    },
    async 'POST /users/createOrUpdate'({ body }, caller) {
      return createOrUpdate(context, caller, body);
    },
    async 'GET /users/:id'(_input, caller) {
      const server = requireServer(caller);
      return recordFor(context, server, server.home, requirePerson(server));
    },
    async 'PUT /users/:id'({ body }, caller) {
      return updateUser({ context, caller, tenant: caller.home }, requirePerson(caller), body);
    },
    async 'DELETE /users/:id'(_input, caller) {
      const user = requirePerson(caller);
      await context.database.transaction((tx) => deleteUser(context, tx, user, byKey(caller)));
      void context.wakeWorkers();
      return { message: 'OK' };
    },
    async 'POST /users/:id/active'(_input, caller) {
      const user = requirePerson(caller);
      const now = context.clock.now();
      await context.database.run(sql`update auth.user_account set last_active_at = ${now}
        where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and id = ${user.id}`);
      return { message: 'OK', lastActiveAt: now.toISOString() };
    },
    async 'DELETE /users/:id/sessions'(_input, caller) {
      const user = requirePerson(caller);
      const which = sql`s.user_id = ${user.id} and ${isTenantOf(caller.key, sql`s.tenant_id`)}`;
      const now = context.clock.now();
      const ended = await context.database.transaction(async (tx) => {
        const ids = await endSessions(tx, which, 'admin', now);
        const event = { action: 'session.ended' as const, realm: user, userId: user.id };
        await audit(tx, { ...event, ...byKey(caller), detail: { sessions: ids } }, now);
        return ids;
      });
      context.sessions.forget(ended);
      return { message: 'OK', ended: ended.length };
    },
    async 'GET /tenants/:tenantId/users/:id'({ params }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      if (caller.kind === 'key') return recordFor(context, caller, tenant, requirePerson(caller));
      return record(context, tenant, await requireMember(context, caller, tenant, params.id));
    },
    async 'DELETE /tenants/:tenantId/users/:id'({ params }, caller) {
      const { tenant } = caller;
      const user = await requireMember(context, caller, tenant, params.id);
      await context.database.transaction(async (tx) => {
        if (tenant.parentId === null) return deleteUser(context, tx, user, byKey(caller));
        const now = context.clock.now();
        await grantRoles(context, tx, { tenant, user, roles: [] });
        const event = { action: 'roles.changed' as const, realm: user, tenantId: tenant.id, userId: user.id };
        await audit(tx, { ...event, ...byKey(caller), detail: { roles: [] } }, now);
      });
      return { message: 'OK' };
    },
    async 'POST /tenants/:tenantId/users/find'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      return foundUsers(context, caller, tenant, body);
    },
  };
}

async function foundUsers(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  tenant: Tenant,
  body: Parameters<typeof findUsers>[3],
) {
  const { rows, ...counts } = await findUsers(context, caller, tenant, body);
  const results = rows.map(({ invitation, ...user }) =>
    invitation === null ? record(context, tenant, user) : invitedRecord(user, tenant, invitation),
  );
  return { ...counts, results: await Promise.all(results) };
}
