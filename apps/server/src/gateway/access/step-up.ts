import { isFreshProof } from '@stint/domain/auth/step-up.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Identity } from '../context.ts';

/**
 * For steps that need the person to have proven who they are within ten minutes (security 6). Programs
 * with a token cannot take such steps.
 * @throws AppError `step_up_required`
 */
export function requireStepUp(identity: Identity, now: Date): void {
  const at = identity.kind === 'session' ? identity.authenticatedAt : null;
  if (!at || !isFreshProof(at, now)) throw new AppError('step_up_required');
}
