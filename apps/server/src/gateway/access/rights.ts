import type { RateClass } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Ability } from '@stint/domain/workspace/permissions.ts';
import type { AskingActor, Workspace } from '../context.ts';
import { may } from '../shared/may.ts';
import type { Asked } from './asked.ts';
import type { Identified } from './caller.ts';

/** Changes of time and catalogue: what an inactive subscription pauses, and what a personal token needs a right for. */
const writes: ReadonlySet<RateClass> = new Set(['write', 'send', 'import']);

/** @throws AppError `forbidden` where a personal token reaches too far */
export function checkTokenRights({ identity, row }: Identified): void {
  if (identity.kind !== 'token') return;
  const needs = writes.has(row.rate) ? 'write' : 'read';
  if (identity.scopes.includes(needs) && !row.sessionOnly) return;
  throw new AppError('forbidden', {
    message: 'This token may not do that. Sign in, or make a token with more rights.',
  });
}

/** @throws AppError `subscription_inactive` */
export function checkSubscription({ workspace, row }: Asked & { workspace: Workspace }): void {
  if (workspace.isActive || !writes.has(row.rate) || row.openWhenInactive) return;
  throw new AppError('subscription_inactive');
}

/** Whether somebody has the row's ability for anything at all. @throws AppError `forbidden` */
export function checkAbility({ actor, row: { access } }: Asked & { actor: AskingActor }): void {
  if (access !== 'member' && !may(actor, access as Ability)) throw new AppError('forbidden');
}
