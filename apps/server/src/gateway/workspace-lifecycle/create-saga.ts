import { finalOn, type Saga, type SagaContext, type SagaKind } from '../sagas/saga.ts';
import { provisionTenant } from './provision.ts';
import { keepPublicId } from './queries.ts';

type Owner = { userId: string; email: string | null; name: string | null };
export type CreatePayload = { name: string; slug: string; timeZone: string; owner: Owner };

/** A workspace is made at the provider, gets its rows, and is opened. */
export const createSaga: SagaKind<SagaContext, CreatePayload> = {
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
