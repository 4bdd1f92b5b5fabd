import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../../context.ts';

/**
 * Counts one piece of a person's costly work of a kind: pictures of QR codes, sets of backup codes, signed assertions.
 * Twenty a minute, by person, since nobody lacks sessions.
 * @throws AppError `rate_limited`
 */
export function takeWork(context: AuthContext, kind: string, userId: string): void {
  const waitMs = context.workLimit.take(`${kind} ${userId}`, context.clock.now().getTime());
  if (waitMs > 0) throw new AppError('rate_limited', { retryAfterSeconds: waitMs / 1000 });
}
