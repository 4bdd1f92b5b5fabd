import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { newSecret, sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';
import { audit } from '../audit/audit.ts';
import type { ClientInfo } from '../http/client.ts';
import { queueNotice } from '../outbox/notices.ts';
import { settleAddress } from '../people/proven-address.ts';
import { replaceEmail } from '../people/waiting-signups.ts';
import type { ContactsContext } from './context.ts';
import { emailChanged } from './notices.ts';
import { undoAddress } from './undo-link.ts';

/** The old address can take a change back for this long (security 10). */
const undoMs = 7 * 24 * 60 * 60_000;

export type EmailChange = {
  client: ClientInfo;
  tenant: Tenant;
  user: User;
  email: { value: string; norm: string };
};

/** A proven new address takes effect; the old one is told and can undo it. */
export async function applyEmailChange(
  context: ContactsContext,
  tx: Transaction,
  { client, tenant, user, email }: EmailChange,
): Promise<void> {
  const now = context.clock.now();
  await settleAddress(context, tx, user, email.norm);
  await replaceEmail(tx, user, { ...email, confirmedAt: now }, now);
  await tx.run(sql`update auth.user_account set updated_at = ${now}
    where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and id = ${user.id}`);
  const event = {
    realm: user,
    tenantId: tenant.id,
    userId: user.id,
    address: client.fullAddress,
    requestId: client.requestId,
  };
  await audit(tx, { ...event, action: 'email.changed' }, now);
  if (!user.email) return;
  const undo = await addUndo(context, tx, user, { kind: 'email', newValue: email.value });
  await queueNotice(context, tx, {
    tenant,
    user,
    notice: emailChanged(email.value, undoAddress(context, undo)),
  });
}

/** Keeps what an address was, so that a change can be taken back. @returns credentials of the undo link */
export async function addUndo(
  context: ContactsContext,
  tx: Transaction,
  user: User,
  change: { kind: 'email' | 'phone'; newValue: string | null },
): Promise<{ token: string; uuid: string }> {
  const now = context.clock.now();
  const uuid = newId();
  const token = newSecret();
  const [oldValue, oldConfirmedAt] =
    change.kind === 'email' ? [user.email, user.emailConfirmedAt] : [user.phone, user.phoneConfirmedAt];
  const passwordDigest = user.passwordHash === null ? null : sha256(user.passwordHash);
  await tx.run(sql`insert into auth.identifier_change (id, root_tenant_id, mode, user_id, kind, old_value,
      old_confirmed_at, new_value, undo_hash, undo_until, password_digest, created_at)
    values (${uuid}, ${user.rootTenantId}, ${user.mode}, ${user.id}, ${change.kind}, ${oldValue}, ${oldConfirmedAt},
      ${change.newValue}, ${sha256(token)}, ${new Date(now.getTime() + undoMs)}, ${passwordDigest}, ${now})`);
  return { token, uuid };
}
