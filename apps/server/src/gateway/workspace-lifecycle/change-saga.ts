import { finalOn, type SagaContext, type SagaKind } from '../sagas/saga.ts';
import { updateWorkspace } from './queries.ts';

export type ChangePayload = { name?: string; slug?: string };

/** A new name or address. */
export const changeSaga: SagaKind<SagaContext, ChangePayload> = {
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
