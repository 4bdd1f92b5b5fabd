import { normalizeEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { Realm } from '../../model/realm.ts';
import { confirmIdentifier, type User } from '../../model/users/queries.ts';
import type { PeopleContext } from './context.ts';
import { endAccount } from './delete.ts';
import { lockPlaceholder, movePlaceholder } from './placeholders.ts';
import { dropUnproven } from './unproven.ts';
import { findWaitingSignup, promoteSignup } from './waiting-signups.ts';

type Owner = Pick<User, 'id' | 'rootTenantId' | 'mode'>;

/**
 * Somebody proves an address: who was only invited with it becomes them, and what another signed up with it ends. Only where
 * that sign-up has a workspace already it is kept, for its owner is the same person or nobody: without its password and
 * sessions, and with the invitations.
 * @throws AppError `invalid_token` where the address became somebody's while the sign-up waited
 * @returns whose the address is from now on
 */
export async function settleAddress(
  context: PeopleContext,
  tx: Transaction,
  owner: Owner,
  emailNorm: string,
): Promise<string> {
  const named = await lockPlaceholder(tx, owner, emailNorm);
  const waiting = await findWaitingSignup(tx, owner, emailNorm);
  const isOwn = waiting?.id === owner.id;
  const isKept = waiting !== null && (isOwn || (waiting.isMember && named === owner.id));
  if (waiting && !isOwn)
    await voidSignup(
      context,
      tx,
      { rootTenantId: owner.rootTenantId, mode: owner.mode, id: waiting.id },
      isKept,
    );
  const heir = isKept ? waiting.id : owner.id;
  if (named !== null && named !== heir) await movePlaceholder(tx, owner, named, heir);
  if (isKept && !(await promoteSignup(tx, owner, emailNorm))) throw new AppError('invalid_token');
  return heir;
}

async function voidSignup(
  context: PeopleContext,
  tx: Transaction,
  signup: Owner,
  isKept: boolean,
): Promise<void> {
  if (isKept) await dropUnproven(context, tx, signup);
  else await endAccount(context, tx, signup, { actorKind: 'system' });
}

/** Proofs of one address take turns, from before the first row that they touch: else two of them wait for each other. */
export async function lockAddress(tx: Transaction, realm: Realm, address: string): Promise<void> {
  const name = `address ${realm.rootTenantId} ${realm.mode} ${normalizeEmail(address)}`;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** As {@link settleAddress}, and the address counts as proven. */
export async function confirmEmail(
  context: PeopleContext,
  tx: Transaction,
  user: Pick<User, 'id' | 'rootTenantId' | 'mode' | 'emailNorm'>,
): Promise<string> {
  const heir = user.emailNorm === null ? user.id : await settleAddress(context, tx, user, user.emailNorm);
  await confirmIdentifier(tx, heir, 'email', context.clock.now());
  return heir;
}
