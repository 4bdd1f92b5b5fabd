import { AppError } from '@stint/domain/errors.ts';
import { type Ability, can, type Thing } from '@stint/domain/workspace/permissions.ts';
import type { AskingActor } from '../context.ts';

/**
 * Whether somebody may do something, for calls that go on without the provider.
 * @throws AppError `unavailable` where they may once it is back: a refusal would be final
 */
export function may(actor: AskingActor, ability: Ability, thing?: Thing): boolean {
  if (can(actor, ability, thing)) return true;
  if (actor.otherwise && can(actor.otherwise, ability, thing)) throw away();
  return false;
}

/** What is refused for as long as the provider is away. */
export const away = () => new AppError('unavailable', { retryAfterSeconds: 2 });
