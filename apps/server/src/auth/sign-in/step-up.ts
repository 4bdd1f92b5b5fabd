import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { factorKey } from '@stint/domain/auth/factor.ts';
import { isFreshProof } from '@stint/domain/auth/step-up.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import type { UserCaller } from '../mechanisms/access/access.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import { answerTokens, signOnAnswer, withCommitted } from '../mechanisms/sessions/answer.ts';
import { lockSession } from '../model/sessions/queries.ts';
import { findUserById, type User } from '../model/users/queries.ts';
import { redirectAfter } from './finish.ts';
import {
  isMfaRequired,
  type PassedFactor,
  parseFactorKey,
  stepUpFactors,
  unprovenSecondFactors,
} from './flow.ts';
import { findEntry } from './membership.ts';
import type { SignInRequest } from './request.ts';

/** @throws AppError `step_up_required` with the factors that can be used, unless the person proved it 10 minutes ago */
export function requireFresh(context: AuthContext, caller: UserCaller, user: User): void {
  if (isFresh(context, caller)) return;
  throw new AppError('step_up_required', {
    details: { authentication: { secondFactors: stepUpFactors(context, user) } },
  });
}

/**
 * What a change of factors needs: a fresh proof and, of somebody who has a second factor, that this session passed one.
 * Otherwise the password alone could put a thief's authenticator or number in the place of the person's.
 * @throws AppError `step_up_required` with the factors that can be used
 */
export function requireFactorChange(context: AuthContext, caller: UserCaller, user: User): void {
  requireFresh(context, caller, user);
  const secondFactors = unprovenSecondFactors(context, user, caller.session.amr.map(parseFactorKey));
  if (secondFactors.length > 0)
    throw new AppError('step_up_required', { details: { authentication: { secondFactors } } });
}

/** Whether the session proved recently enough who it is. */
export function isFresh(context: AuthContext, { session }: UserCaller): boolean {
  return isFreshProof(session.authTime, context.clock.now());
}

/** A factor that a session has passed by a call which answers no tokens. */
export async function notePassed(
  context: AuthContext,
  tx: Transaction,
  sessionId: string,
  factor: PassedFactor,
): Promise<void> {
  const name = factorKey(factor);
  await tx.run(sql`update auth.session set amr = array_append(amr, ${name}::text)
    where id = ${sessionId} and not ${name}::text = any(amr)`);
  tx.afterCommit(() => context.sessions.forget([sessionId]));
}

/** Sets `auth_time` and adds the factor on the same session, and answers fresh tokens. */
export async function stepUp(
  { context, client, reply }: Pick<SignInRequest, 'context' | 'client' | 'reply'>,
  tx: Transaction,
  { caller, factor }: { caller: UserCaller; factor: PassedFactor },
): Promise<SignOn> {
  const now = context.clock.now();
  const locked = await lockSession(tx, caller.session.id);
  const user = await findUserById(tx, caller.realm, caller.session.userId);
  if (!locked || locked.endedAt !== null || !user) throw new AppError('unauthorized');
  const name = factorKey(factor);
  const amr = locked.amr.includes(name) ? locked.amr : [...locked.amr, name];
  await tx.run(sql`update auth.session set auth_time = ${now}, amr = ${amr} where id = ${locked.id}`);
  await audit(
    tx,
    {
      action: 'stepup',
      realm: caller.realm,
      tenantId: locked.tenantId,
      userId: user.id,
      detail: { factor: name, sessionId: locked.id },
      address: client.fullAddress,
      requestId: client.requestId,
    },
    now,
  );
  tx.afterCommit(() => context.sessions.forget([locked.id]));
  const tenant = await context.tenants.within(tx).requireById(locked.tenantId);
  const entry = await findEntry(tx, tenant, user);
  if (!entry) throw new AppError('unauthorized');
  const { ownRoles, roles } = entry;
  const session = { ...locked, amr, authTime: now };
  const tokens = await answerTokens(context, withCommitted(tx, reply), client, {
    session,
    tenant,
    user,
    roles,
    isMfaRequired: isMfaRequired(tenant, user, ownRoles),
  });
  return signOnAnswer({ session, tenant, user, roles, redirectTo: redirectAfter(tenant, 'login') }, tokens);
}
