import { AppError, type ErrorCode } from '@stint/domain/errors.ts';
import type { Database } from '../../platform/database.ts';
import { acceptRows } from '../invitations/accept-rows.ts';
import { provisionTenant } from './provision.ts';
import type { WorkspaceDeps } from './deps.ts';
import { eraseWorkspace } from './erase.ts';
import { getWorkspace, keepPublicId, setWorkspaceState, updateWorkspace } from './queries.ts';
import type { Saga, SagaKind } from './sagas.ts';
import { transferRows } from './hand-over-rows.ts';

/** What a step works with: the service, and the database of the region where the workspace lives. */
export type SagaContext = WorkspaceDeps & { database: Database; regionCode: string };

export const dayMs = 24 * 60 * 60_000;
/** A deleted workspace can be restored this long (security 13). */
export const deletionDelayMs = 30 * dayMs;

type Owner = { userId: string; email: string | null; name: string | null };
export type CreatePayload = { name: string; slug: string; timeZone: string; owner: Owner };
export type ChangePayload = { name?: string; slug?: string };
export type AcceptPayload = {
  invitationId: string;
  teamMemberId: string;
  userUuid: string;
  role: string;
  /** The provider's name of the person; replaces the address that stood in for it. */
  firstName?: string;
  lastName?: string;
};
export type TransferPayload = {
  fromMemberId: string;
  fromUserId: string;
  toMemberId: string;
  toUserId: string;
};

/** Refusals that asking again cannot change. */
function finalOn(...codes: ErrorCode[]) {
  return (error: unknown) => error instanceof AppError && codes.includes(error.code);
}

const create: SagaKind<SagaContext, CreatePayload> = {
  isFinal: finalOn('slug_taken', 'slug_invalid'),
  steps: [
    { name: 'provider-tenant', run: createAtProvider, undo: deleteAtProvider },
    { name: 'rows', run: provisionRows },
    {
      name: 'open',
      run: ({ provider }, { publicId }) => provider.updateTenant(publicId, { status: 'active' }),
    },
  ],
};

async function createAtProvider(
  { provider, database, regionCode }: SagaContext,
  saga: Saga<CreatePayload>,
): Promise<void> {
  const { name, slug, owner } = saga.payload;
  saga.publicId = await provider.createTenant({
    uuid: saga.tenantId,
    name,
    slug,
    regionCode,
    ownerUserUuid: owner.userId,
  });
  await keepPublicId(database, saga.id, saga.publicId);
}

async function deleteAtProvider({ provider }: SagaContext, { publicId }: Saga<CreatePayload>): Promise<void> {
  if (publicId) await provider.deleteTenant(publicId);
}

async function provisionRows(
  { database, clock, regionCode }: SagaContext,
  { tenantId, publicId, payload }: Saga<CreatePayload>,
): Promise<void> {
  await provisionTenant(database, {
    tenantId,
    publicId,
    name: payload.name,
    slug: payload.slug,
    regionCode,
    timeZone: payload.timeZone,
    owner: payload.owner,
    now: clock.now(),
  });
}

const change: SagaKind<SagaContext, ChangePayload> = {
  isFinal: finalOn('slug_taken', 'slug_invalid', 'not_found'),
  steps: [
    {
      name: 'provider-tenant',
      run: ({ provider }, { publicId, payload }) => provider.updateTenant(publicId, payload),
    },
    {
      name: 'rows',
      run: ({ database, clock }, saga) =>
        database.withTenant(saga.tenantId, (tx) => updateWorkspace(tx, saga, saga.payload, clock.now())),
    },
  ],
};

/** Closing tells the provider first: it ends every session of the workspace. */
function closing(status: 'archived' | 'deleting'): SagaKind<SagaContext, Record<string, never>> {
  return {
    isFinal: finalOn('not_found'),
    steps: [
      {
        name: 'provider-tenant',
        run: ({ provider }, { publicId }) => provider.updateTenant(publicId, { status: 'archived' }),
      },
      {
        name: 'rows',
        run: ({ database, clock }, saga) =>
          database.withTenant(saga.tenantId, (tx) => {
            const now = clock.now();
            const deleteAfter = status === 'deleting' ? new Date(now.getTime() + deletionDelayMs) : null;
            return setWorkspaceState(tx, saga, { status, archivedAt: now, deleteAfter }, now);
          }),
      },
    ],
  };
}

const restore: SagaKind<SagaContext, Record<string, never>> = {
  isFinal: finalOn('not_found'),
  steps: [
    {
      name: 'rows',
      run: ({ database, clock }, saga) =>
        database.withTenant(saga.tenantId, (tx) =>
          setWorkspaceState(tx, saga, { status: 'active', archivedAt: null, deleteAfter: null }, clock.now()),
        ),
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

const erase: SagaKind<SagaContext, Record<string, never>> = {
  isFinal: finalOn('state_conflict', 'not_found'),
  steps: [
    { name: 'still-due', run: assertStillDue },
    { name: 'payment', run: ({ endPayment, regionCode }, { tenantId }) => endPayment(regionCode, tenantId) },
    { name: 'provider-tenant', run: ({ provider }, { publicId }) => provider.deleteTenant(publicId) },
    { name: 'rows', run: ({ database, clock }, { tenantId }) => eraseWorkspace(database, clock, tenantId) },
  ],
};

const accept: SagaKind<SagaContext, AcceptPayload> = {
  isFinal: finalOn('not_found', 'last_owner', 'gone'),
  steps: [
    {
      name: 'provider-role',
      run: ({ provider }, { publicId, payload }) =>
        provider.setRoles(publicId, payload.userUuid, [payload.role]),
    },
    { name: 'rows', run: ({ database, clock }, saga) => acceptRows(database, saga, clock.now()) },
  ],
};

/** The new owner comes first, so that there is one at every moment; the provider's lock keeps the last one. */
const transfer: SagaKind<SagaContext, TransferPayload> = {
  isFinal: finalOn('not_found', 'last_owner'),
  steps: [
    {
      name: 'new-owner',
      run: ({ provider }, { publicId, payload }) => provider.setRoles(publicId, payload.toUserId, ['owner']),
    },
    {
      name: 'former-owner',
      run: ({ provider }, { publicId, payload }) =>
        provider.setRoles(publicId, payload.fromUserId, ['admin']),
    },
    { name: 'rows', run: ({ database, clock }, saga) => transferRows(database, saga, clock.now()) },
  ],
};

/** Every kind by its name in the row. */
export const sagaKinds = {
  create,
  change,
  archive: closing('archived'),
  delete: closing('deleting'),
  restore,
  erase,
  accept,
  transfer,
};
