import { AppError } from '@stint/domain/errors.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { SlidingLimit } from './in-process.ts';

export type WorkLimit = {
  /** What one person may ask for in a minute where each answer costs much; see `takeWork`. */
  workLimit: SlidingLimit;
};

/**
 * Counts one piece of a person's costly work of a kind: pictures of QR codes, sets of backup codes, signed assertions.
 * Twenty a minute, by person, since nobody lacks sessions.
 * @throws AppError `rate_limited`
 */
export function takeWork(context: WorkLimit & Pick<Foundation, 'clock'>, kind: string, userId: string): void {
  const waitMs = context.workLimit.take(`${kind} ${userId}`, context.clock.now().getTime());
  if (waitMs > 0) throw new AppError('rate_limited', { retryAfterSeconds: waitMs / 1000 });
}
