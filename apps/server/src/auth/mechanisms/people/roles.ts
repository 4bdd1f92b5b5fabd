import { AppError } from '@stint/domain/errors.ts';
import { canGrantRole, highestRole, isRole, type Role } from '@stint/domain/workspace/roles.ts';
import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { endSessions, raiseAuthzVersion, tellOfMembers } from '../../model/sessions/queries.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { notingPerson } from '../../model/users/note-person.ts';
import type { User } from '../../model/users/queries.ts';
import { queueNotice } from '../outbox/notices.ts';
import type { PeopleContext } from './context.ts';
import { ownerRole } from './notices.ts';

export type Grant = {
  tenant: Tenant;
  user: User;
  roles: string[];
  /** The person who gives them, whose own role is looked at again under the lock; none for servers. */
  grantedBy?: string | null | undefined;
};

/**
 * Sets somebody's roles in a tenant under the tenant's row lock; an empty list ends the membership and its sessions there.
 * @throws AppError `last_owner` when nobody would be left as owner, `forbidden` above the giver's own role (security 10)
 */
export async function grantRoles(
  context: PeopleContext,
  tx: Transaction,
  { tenant, user, roles, grantedBy = null }: Grant,
): Promise<void> {
  const now = context.clock.now();
  await tx.run(sql`select 1 from auth.tenant where id = ${tenant.id} for update`);
  const before = await findRoles(tx, tenant, user.id);
  if (grantedBy !== null) {
    const own = (await findRoles(tx, tenant, grantedBy))?.roles ?? [];
    if (!mayGrant(own, roles, before?.roles ?? [])) throw new AppError('forbidden');
  }
  if (before?.roles.includes('owner') && !roles.includes('owner')) await requireOtherOwner(tx, tenant, user);
  const isChange = String(before?.roles ?? []) !== String(roles);
  const meant = sql`m.tenant_id = ${tenant.id} and m.user_id = ${user.id}`;
  if (roles.length === 0) {
    await tellOfMembers(tx, meant, now);
    const leave = sql`delete from auth.membership where tenant_id = ${tenant.id} and user_id = ${user.id}
      returning tenant_id, user_id`;
    await tx.run(notingPerson(leave, 'delete', 'membership'));
    const which = sql`s.user_id = ${user.id} and s.tenant_id = ${tenant.id}`;
    // A root's sessions stay: there the person is known without roles.
    if (tenant.parentId !== null) {
      const ended = await endSessions(tx, which, 'removed', now);
      tx.afterCommit(() => context.sessions.forget(ended));
    }
  } else {
    const set = sql`insert into auth.membership (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
      values (${tenant.id}, ${user.id}, ${user.rootTenantId}, ${user.mode}, ${roles}, ${now}, ${now})
      on conflict (tenant_id, user_id) do update set roles = excluded.roles, updated_at = excluded.updated_at
      returning tenant_id, user_id`;
    await tx.run(notingPerson(set, before ? 'update' : 'create', 'membership'));
    if (isChange) await tellOfMembers(tx, meant, now);
  }
  if (isChange) await raiseAuthzVersion(tx, user, user.id, now);
  if (roles.includes('owner') && !before?.roles.includes('owner') && tenant.creatorUserId !== user.id) {
    await queueNotice(context, tx, { tenant, user, notice: ownerRole(tenant.name) });
  }
  tx.afterCommit(() => context.sessions.forget());
  const gone = { kind: 'membership', tenantId: tenant.id, userId: user.id } as const;
  if (before && roles.length === 0) tx.afterCommit(async () => context.forgotten?.note(gone, now));
}

/** Whether somebody with these roles may give others to a person who has `current`; unknown role names count as member. */
export function mayGrant(own: string[], granted: string[], current: string[]): boolean {
  const actor = highestRole(own);
  if (actor === null) return false;
  const asRole = (name: string): Role => (isRole(name) ? name : 'member');
  const held = current.length > 0 ? (highestRole(current) ?? 'member') : null;
  return granted.length === 0
    ? canGrantRole(actor, 'member', held)
    : granted.every((name) => canGrantRole(actor, asRole(name), held));
}

function findRoles(tx: Transaction, tenant: Tenant, userId: string): Promise<{ roles: string[] } | null> {
  return tx.maybeOne<{ roles: string[] }>(
    sql`select roles from auth.membership where tenant_id = ${tenant.id} and user_id = ${userId}`,
  );
}

async function requireOtherOwner(tx: Transaction, tenant: Tenant, user: User): Promise<void> {
  const other = await tx.maybeOne(sql`select 1 as one from auth.membership m
    join auth.user_account u on u.id = m.user_id and u.deleted_at is null
    where m.tenant_id = ${tenant.id} and m.user_id <> ${user.id} and 'owner' = any(m.roles) limit 1`);
  if (!other) throw new AppError('last_owner');
}
