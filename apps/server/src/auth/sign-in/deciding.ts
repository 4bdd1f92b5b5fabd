import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { isDeadlock } from '../../platform/database-errors.ts';
import type { AuthContext } from '../context.ts';
import { isOutdated } from '../model/sessions/queries.ts';
import { findUserById, type User } from '../model/users/queries.ts';
import type { SignInRequest } from './request.ts';

const mostTries = 3;

/**
 * Runs what decides a sign-in and writes its outcome; and again, with what is so by now, where tenant or person were changed
 * between the two (security 6). The first try was rolled back with the proof that it spent; so it is where it held the proof, and
 * the other one held the person and was about to void the proof.
 * @throws AppError `unavailable` where they are changed each time
 */
export async function deciding<T>(
  { tenants }: Pick<AuthContext, 'tenants'>,
  decide: (isAgain: boolean) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await decide(tries > 1);
    } catch (error) {
      if (!isOutdated(error) && !isDeadlock(error)) throw error;
      if (tries === mostTries) throw new AppError('unavailable');
      tenants.forget();
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
