import type { WeekSaveState } from './save-queue.ts';

export type SaveWords = WeekSaveState['status'] | 'invalid' | 'nothing';

export type SaveFacts = {
  status: WeekSaveState['status'];
  /** The week is still on its way from the server. */
  isLoading: boolean;
  /** Nothing is recorded in the week. */
  isEmpty: boolean;
  /** Cells whose text cannot be read. */
  invalidCount: number;
};

/** What is said beside the week's name: "saved" only of something that is there, has been read and is stored whole. */
export function saveWords({ status, isLoading, isEmpty, invalidCount }: SaveFacts): SaveWords {
  if (status !== 'saved' && status !== 'waiting') return status;
  if (invalidCount > 0) return 'invalid';
  if (status === 'saved' && (isLoading || isEmpty)) return 'nothing';
  return status;
}
