import { AppError } from '@stint/domain/errors.ts';
import type { ForgottenList } from '../../platform/forgotten.ts';
import { finalOn, type Saga, type SagaContext, type SagaKind } from '../sagas/saga.ts';
import { eraseWorkspace } from './erase.ts';
import { getWorkspace, setWorkspaceState } from './queries.ts';

/** A deleted workspace can be restored this long (security 13). */
const deletionDelayMs = 30 * 24 * 60 * 60_000;

/** Ends what is paid for a workspace that is erased; nothing to end is done already. */
export type EndPayment = (regionCode: string, tenantId: string) => Promise<void>;

/** The day of the erasure, where it was told before: a restore lost the wish, and it is asked for once more. */
type ClosingPayload = { deleteAfter?: string };

export function deletionDay(askedAt: Date): Date {
  return new Date(askedAt.getTime() + deletionDelayMs);
}

/** Closing tells the provider first: it ends every session of the workspace. */
export function closingSaga(status: 'archived' | 'deleting'): SagaKind<SagaContext, ClosingPayload> {
  return {
    isFinal: finalOn('not_found'),
    steps: [
      {
        name: 'provider-tenant',
        run: ({ provider }, { publicId }) => provider.updateTenant(publicId, { status: 'archived' }),
      },
      {
        name: 'rows',
        async run({ database, clock, forgotten }, saga) {
          const now = clock.now();
          const { tenantId, publicId, payload } = saga;
          const told = payload.deleteAfter;
          if (status === 'deleting' && !told) await forgotten?.note({ kind: 'deletion', publicId }, now);
          const day = told ? new Date(told) : deletionDay(now);
          const deleteAfter = status === 'deleting' ? day : null;
          await database.withTenant(tenantId, (tx) =>
            setWorkspaceState(tx, saga, { status, archivedAt: now, deleteAfter }, now),
          );
        },
      },
    ],
  };
}

export const restoreSaga: SagaKind<SagaContext, Record<string, never>> = {
  isFinal: finalOn('not_found'),
  steps: [
    {
      name: 'rows',
      async run({ database, clock, forgotten }, saga) {
        const { tenantId, publicId } = saga;
        await forgotten?.note({ kind: 'restored', publicId }, clock.now());
        await database.withTenant(tenantId, (tx) =>
          setWorkspaceState(tx, saga, { status: 'active', archivedAt: null, deleteAfter: null }, clock.now()),
        );
      },
    },
    {
      name: 'provider-tenant',
      run: ({ provider }, { publicId }) => provider.updateTenant(publicId, { status: 'active' }),
    },
  ],
};

/** A workspace that was restored in the meantime stays: the saga ends without having done anything. */
async function assertStillDue({ database, clock }: SagaContext, { tenantId }: Saga<object>): Promise<void> {
  const workspace = await database.withTenant(tenantId, (tx) => getWorkspace(tx, tenantId));
  const isDue = workspace.deleteAfter !== null && workspace.deleteAfter <= clock.now();
  if (workspace.status !== 'deleting' || !isDue) throw new AppError('state_conflict');
}

/** Every row and the tenant itself go, once the 30 days are over. */
export function eraseSaga(
  endPayment: EndPayment,
  forgotten?: ForgottenList,
): SagaKind<SagaContext, Record<string, never>> {
  return {
    isFinal: finalOn('state_conflict', 'not_found'),
    steps: [
      { name: 'still-due', run: assertStillDue },
      { name: 'payment', run: ({ regionCode }, { tenantId }) => endPayment(regionCode, tenantId) },
      { name: 'provider-tenant', run: ({ provider }, { publicId }) => provider.deleteTenant(publicId) },
      {
        name: 'rows',
        async run({ database, clock }, { tenantId, publicId }) {
          await forgotten?.note({ kind: 'workspace', publicId }, clock.now());
          await eraseWorkspace(database, clock, tenantId);
        },
      },
    ],
  };
}
