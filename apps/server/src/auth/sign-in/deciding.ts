import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { isLost, isOutage, isRetryable } from '../../platform/database-errors.ts';
import { jitter } from '../../platform/retry.ts';
import type { AuthContext } from '../context.ts';
import { releaseLimits, type Taken } from '../mechanisms/limits/limits.ts';
import { isOutdated } from '../model/sessions/queries.ts';
import { findUserById, type User } from '../model/users/queries.ts';
import type { SignInRequest } from './request.ts';

const mostTries = 3;
/** Whoever changes tenant or person is done by then. */
const againSeconds = 1;

/**
 * Runs what decides a sign-in and writes its outcome, in a transaction of one attempt; and again, with what is so by now, where
 * tenant or person were changed between the two (security 6), or a failure of load surely rolled it back with the proof that it
 * spent, as a deadlock does. Whether a proof is spent that went with its connection, nobody knows: what spends one is not
 * tried again then.
 * @throws AppError `unavailable` where that happens each time
 */
export async function deciding<T>(
  { tenants }: Pick<AuthContext, 'tenants'>,
  decide: (isAgain: boolean) => Promise<T>,
  { spendsProof = true } = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await decide(tries > 1);
    } catch (error) {
      const isUnlucky = isRetryable(error) && !(spendsProof && isLost(error));
      if (!isOutdated(error) && !isUnlucky) throw error;
      if (tries === mostTries) throw new AppError('unavailable', { retryAfterSeconds: againSeconds });
      tenants.forget();
      if (isUnlucky) await jitter(tries);
    }
  }
}

/** As {@link deciding}, for what reads its person itself. */
export function decidingFor(
  request: SignInRequest,
  decide: (request: SignInRequest) => Promise<SignOn>,
): Promise<SignOn> {
  return deciding(request.context, async (isAgain) => decide(isAgain ? await requestNow(request) : request));
}

/** A try with the right proof is given back, also where it came to nothing: failures are what counts. */
export function givingBack<T>(context: AuthContext, taken: Taken, finished: Promise<T>): Promise<T> {
  return finished.catch(async (error: unknown) => {
    const isAway = error instanceof AppError ? error.code === 'unavailable' : isOutage(error);
    if (isAway) await releaseLimits(context.database, taken);
    throw error;
  });
}

/** @throws AppError `wrong_credentials` where the tenant is gone */
export async function requestNow(request: SignInRequest): Promise<SignInRequest> {
  const tenant = await request.context.tenants.find(request.tenant.publicId);
  if (!tenant) throw wrongCredentials();
  return { ...request, tenant };
}

/** @throws AppError `wrong_credentials` where the person is gone */
export async function personNow(tx: Transaction, known: User): Promise<User> {
  const user = await findUserById(tx, known, known.id);
  if (!user) throw wrongCredentials();
  return user;
}

export function wrongCredentials(): AppError {
  return new AppError('wrong_credentials', { type: 'bad_request_error' });
}
