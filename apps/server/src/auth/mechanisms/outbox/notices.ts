import type { Queryable } from '../../../platform/database.ts';
import type { AuthContext } from '../../context.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';
import { type Notice, noticeMail } from './messages.ts';
import { queueMessage } from './outbox.ts';

/** Tells somebody by mail what happened to the account; `to` for an address that is no longer theirs. */
export async function queueNotice(
  context: AuthContext,
  db: Queryable,
  tenant: Tenant,
  user: User,
  notice: Notice,
  to: string | null = user.email,
): Promise<void> {
  if (!to) return;
  const root = tenant.parentId === null ? tenant : await context.tenants.requireById(tenant.rootTenantId);
  // What happened to the account is not for the eyes of a child's servers.
  await queueMessage(context, db, user, root.id, {
    channel: 'email',
    to,
    ...noticeMail(root.name, notice),
  });
}
