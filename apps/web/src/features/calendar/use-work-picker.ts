import { useQuery } from '@tanstack/react-query';
import { PICKER_SIZE, pickerQuery } from '../../entities/project.ts';
import type { EntryDraft } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { useSettled } from '../../lib/use-settled.ts';

const SETTLED_MILLISECONDS = 120;
/** The gateway takes no longer search. */
const MOST_LETTERS = 200;

/** What can be booked on: favourites and recent ones are here; where there are more, the gateway finds what is typed. */
export function useWorkPicker(typed: string) {
  const { call } = useApp().session;
  const wanted = typed.trim().slice(0, MOST_LETTERS);
  const settled = useSettled(wanted, SETTLED_MILLISECONDS);
  const first = useQuery(pickerQuery(call));
  const isLonger = (first.data?.length ?? 0) >= PICKER_SIZE;
  const found = useQuery({ ...pickerQuery(call, settled), enabled: isLonger && settled !== '' });
  const rows = new Map([...(found.data ?? []), ...(first.data ?? [])].map((row) => [workKey(row), row]));
  const isSearching =
    first.isPending || (isLonger && wanted !== '' && (settled !== wanted || found.isPending));
  return { rows, isSearching };
}

/** Names a combination of project and activity. */
export function workKey({ projectID, activityID }: Pick<EntryDraft, 'projectID' | 'activityID'>): string {
  return `${projectID}.${activityID ?? ''}`;
}
