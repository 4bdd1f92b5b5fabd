import { changeSaga } from './change-saga.ts';
import { closingSaga, restoreSaga } from './closing-sagas.ts';
import { createSaga } from './create-saga.ts';
import { handOverSaga } from './hand-over-saga.ts';

/** What somebody asks for, by its kind in the row; the erasure of what was deleted begins by itself. */
export const workspaceSagas = {
  create: createSaga,
  change: changeSaga,
  archive: closingSaga('archived'),
  delete: closingSaga('deleting'),
  restore: restoreSaga,
  transfer: handOverSaga,
};
