import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { voidProofs } from '../../model/proofs/links.ts';
import { endAccess } from '../../model/sessions/queries.ts';
import { notePerson } from '../../model/users/note-person.ts';
import { removeIdentifiers, type User } from '../../model/users/queries.ts';
import type { PeopleContext } from './context.ts';

/**
 * Before the owner proves the address of an account, somebody else may have made it: every way in that was set up until
 * then is void once the address is proven, so that nobody waits inside (security 9). Name, username and invitations stay.
 * @param options.keepsAuthenticator a reset by link removes no second factor (security 4)
 */
export async function dropUnproven(
  context: PeopleContext,
  tx: Transaction,
  user: Pick<User, 'id'>,
  { keepsAuthenticator = false } = {},
): Promise<void> {
  const now = context.clock.now();
  await tx.run(sql`delete from auth.credential where user_id = ${user.id}`);
  if (!keepsAuthenticator) {
    await tx.run(sql`delete from auth.totp where user_id = ${user.id}`);
    await tx.run(sql`delete from auth.backup_code where user_id = ${user.id}`);
  }
  await tx.run(sql`delete from auth.device where user_id = ${user.id}`);
  await tx.run(sql`delete from auth.federated_identity where user_id = ${user.id}`);
  await removeIdentifiers(tx, sql`user_id = ${user.id} and kind = 'phone'`);
  await notePerson(tx, user.id, 'update');
  await voidProofs(tx, user.id, now, { keepsInvitations: true });
  const ended = await endAccess(tx, user.id, { reason: 'password', now });
  tx.afterCommit(() => context.sessions.forget(ended));
}
