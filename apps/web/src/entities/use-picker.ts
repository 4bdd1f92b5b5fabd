import { MAX_SEARCH_LENGTH } from '@stint/domain/workspace/search-words.ts';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../lib/app-context.ts';
import { useSettled } from '../lib/use-settled.ts';
import { type Combination, PICKER_SIZE, pickerQuery } from './project.ts';

const SETTLED_MILLISECONDS = 120;

/**
 * Combinations to pick from while one types: the favourite and recent ones are here, and where there are more than one
 * answer holds, the gateway is asked for what was typed. What was used a minute ago is recent: by default the first ones are
 * shown from before at once, and asked for again.
 * @param isTime false as long as something else comes first
 */
export function usePicker(
  typed: string,
  { refetchOnMount = 'always', isTime = true }: { refetchOnMount?: true | 'always'; isTime?: boolean } = {},
) {
  const { call } = useApp().session;
  const text = typed.trim().slice(0, MAX_SEARCH_LENGTH);
  const settled = useSettled(text, SETTLED_MILLISECONDS);
  const first = useQuery({ ...pickerQuery(call), refetchOnMount, enabled: isTime });
  const isLonger = (first.data?.length ?? 0) >= PICKER_SIZE;
  const found = useQuery({ ...pickerQuery(call, settled), enabled: isLonger && settled !== '' });
  const rows = new Map([...(found.data ?? []), ...(first.data ?? [])].map((row) => [workKey(row), row]));
  const isSearching = first.isPending || (isLonger && text !== '' && (settled !== text || found.isPending));
  return { rows, isSearching };
}

/** Names a combination of project and activity. */
export function workKey({ projectID, activityID }: Pick<Combination, 'projectID' | 'activityID'>): string {
  return `${projectID}.${activityID ?? ''}`;
}
