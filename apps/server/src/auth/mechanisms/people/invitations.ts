import { AppError } from '@stint/domain/errors.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import { type Link, spendLink } from '../../model/proofs/links.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';
import { audit } from '../audit/audit.ts';
import type { PeopleContext } from './context.ts';
import { grantRoles } from './roles.ts';

/** Who accepts, where, and from which client. */
export type Acceptance = {
  tenant: Tenant;
  user: User;
  client: { fullAddress: string; requestId: string };
};

/**
 * Gives the roles of an invitation whose link was followed. Whoever invited must still be allowed to give them (security 10).
 * @throws AppError `invalid_token` when not
 */
export async function acceptInvitation(
  context: PeopleContext,
  tx: Transaction,
  { tenant, user, client, link }: Acceptance & { link: Link },
): Promise<void> {
  const { roles = [], inviterUserId } = link.data;
  if (roles.length === 0) return;
  const now = context.clock.now();
  await grantRoles(context, tx, { tenant, user, roles, grantedBy: inviterUserId }).catch((error: unknown) => {
    const isRefused = error instanceof AppError && error.code === 'forbidden';
    throw isRefused ? new AppError('invalid_token') : error;
  });
  const event = {
    realm: user,
    tenantId: tenant.id,
    userId: user.id,
    address: client.fullAddress,
    requestId: client.requestId,
  };
  await audit(
    tx,
    { ...event, action: 'invite.accepted', detail: { roles, inviter: inviterUserId ?? null } },
    now,
  );
}

/** Rows of the invitations of a person to a tenant that are open: a condition on `auth.link`. */
export function isOpenInvitation(
  tenant: Pick<Tenant, 'id'>,
  { id, emailNorm }: { id: Sql | string; emailNorm: Sql | string | null },
  now: Date,
): Sql {
  return sql`user_id = ${id} and tenant_id = ${tenant.id} and kind = 'invite' and lower(email) = ${emailNorm}
      and used_at is null and voided_at is null and expires_at > ${now}`;
}

/** The newest open invitation of a person to a tenant. It went to the address that the person has now. */
export function findInvitation(
  db: Queryable,
  tenant: Tenant,
  user: User,
  now: Date,
): Promise<(Link & { createdAt: Date }) | null> {
  return db.maybeOne<Link & { createdAt: Date }>(sql`
    select id, tenant_id as "tenantId", user_id as "userId", kind, email, data, created_at as "createdAt" from auth.link
    where ${isOpenInvitation(tenant, user, now)}
    order by created_at desc, id desc limit 1`);
}

/**
 * Somebody who was invited signs in to that very tenant by another way than the invitation's link: with a proven address
 * this accepts it as well.
 * @returns whether an invitation was accepted
 */
export async function acceptOpenInvitation(
  context: PeopleContext,
  tx: Transaction,
  { tenant, user, client }: Acceptance,
): Promise<boolean> {
  if (tenant.parentId === null || user.emailConfirmedAt === null) return false;
  const now = context.clock.now();
  const link = await findInvitation(tx, tenant, user, now);
  if (!link?.data.roles?.length || !(await spendLink(tx, link.id, now))) return false;
  await acceptInvitation(context, tx, { tenant, user, client, link });
  return true;
}
