import { DAY_MS } from '../units.ts';

/** An import can be taken back so long. */
export const UNDO_DAYS = 30;

/** Whether an import that ended at an instant can still be taken back. */
export function isUndoOpen(finishedAt: Date, now: Date): boolean {
  return now.getTime() - finishedAt.getTime() <= UNDO_DAYS * DAY_MS;
}
