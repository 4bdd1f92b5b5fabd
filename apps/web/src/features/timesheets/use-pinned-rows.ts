import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { pickerQuery, setFavourite } from '../../entities/project.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import { type RowHead, rowKey } from './sheet.ts';
import { useTimeStore } from './time-store.ts';

const PLACE = 'pinned';
const none: readonly RowHead[] = [];

/**
 * Rows that the person wants in every week: the favourites of the picker, so that they are there on every device. What was
 * heard last is kept here, for the first screen to be drawn without asking.
 */
export function usePinnedRows(isShown: boolean): readonly RowHead[] {
  const { session } = useApp();
  const { rows } = useTimeStore();
  const isIdle = useIdle();
  const { data } = useQuery({ ...pickerQuery(session.call), enabled: isShown && isIdle });
  const heard = useMemo(() => data?.filter(({ isFavourite }) => isFavourite), [data]);
  useEffect(() => {
    if (heard) rows.write(PLACE, heard);
  }, [heard, rows]);
  return useMemo(() => (isShown ? (heard ?? rows.read(PLACE)) : none), [isShown, heard, rows]);
}

/** Pins a row or lets it go, and says so. */
export function useSetPinned(): (row: RowHead, isPinned: boolean) => Promise<void> {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  return useCallback(
    async (row, isPinned) => {
      try {
        const { projectID, activityID } = row;
        await setFavourite(session.call, { projectID, activityID, isFavourite: isPinned });
        const name = rowLabel(row) || rowKey(row);
        toast({ text: isPinned ? text.pinned(name) : text.unpinned(name) });
      } catch (error) {
        toast({ text: describeError(error), tone: 'danger' });
      } finally {
        void invalidate(queryClient, 'projects');
      }
    },
    [session.call, queryClient, toast],
  );
}
