import { useQuery } from '@tanstack/react-query';
import { useApp } from '../lib/app-context.ts';
import { useSettled } from '../lib/use-settled.ts';
import { type Combination, PICKER_SIZE, pickerQuery } from './project.ts';

const SETTLED_MILLISECONDS = 120;
/** The gateway takes no longer search. */
const MOST_LETTERS = 200;

/**
 * Combinations to pick from while one types: the favourite and recent ones are here, and where there are more than one
 * answer holds, the gateway is asked for what was typed.
 */
export function usePicker(typed: string) {
  const { call } = useApp().session;
  const text = typed.trim().slice(0, MOST_LETTERS);
  const settled = useSettled(text, SETTLED_MILLISECONDS);
  // What was used a minute ago is recent: shown from before at once, and asked for again.
  const first = useQuery({ ...pickerQuery(call), refetchOnMount: 'always' });
  const isLonger = (first.data?.length ?? 0) >= PICKER_SIZE;
  const found = useQuery({ ...pickerQuery(call, settled), enabled: isLonger && settled !== '' });
  const rows = new Map([...(found.data ?? []), ...(first.data ?? [])].map((row) => [idOf(row), row]));
  const isSearching = first.isPending || (isLonger && text !== '' && (settled !== text || found.isPending));
  return { rows, isSearching };
}

/** A combination's identity. */
function idOf({ projectID, activityID }: Combination): string {
  return `${projectID}.${activityID ?? ''}`;
}
