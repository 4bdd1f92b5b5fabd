import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import type { Choice } from './conflicts.ts';
import type { Range } from './grid-selection.ts';
import { useTimeStore } from './time-store.ts';
import type { TimeView } from './time-view.ts';
import { useGridHands } from './use-grid-hands.ts';
import type { ShownWeek } from './use-shown-week.ts';
import { useWeekActions } from './use-week-actions.ts';
import { useWeekKeys } from './use-week-keys.ts';

/** The dialog over the week. */
export type WeekOverlay =
  | { kind: 'add' }
  | { kind: 'conflict' }
  | { kind: 'details'; rowKey: string; day: number }
  | { kind: 'paste'; pasted: string; range: Range }
  | null;

export type WeekPageActions = ReturnType<typeof useWeekPageActions>;

/** What can be done on the week page, by hand or by key. */
export function useWeekPageActions({ weekEndDate, week }: Pick<ShownWeek, 'weekEndDate' | 'week'>) {
  const { queue } = useTimeStore();
  const [overlay, setOverlay] = useState<WeekOverlay>(null);
  const { actions, apply, selection } = useWeekActions(week, (rowKey, day) =>
    setOverlay({ kind: 'details', rowKey, day }),
  );
  const sheet = useRef(week.sheet);
  sheet.current = week.sheet;
  const openPaste = useCallback(
    (pasted: string, range: Range) => setOverlay({ kind: 'paste', pasted, range }),
    [],
  );
  useGridHands({ selection, actions, sheet, onPaste: openPaste });
  const go = useWeekNavigation();
  const openAdd = () => setOverlay({ kind: 'add' });
  useWeekKeys({ weekEndDate, go, add: openAdd });
  return {
    go,
    actions,
    /** Changes entries, as one step that can be taken back. */
    apply,
    selection,
    overlay,
    openAdd,
    openConflict: () => setOverlay({ kind: 'conflict' }),
    closeOverlay: () => setOverlay(null),
    /** Sends what waits. */
    flush: () => queue.flush(),
    discard: () => queue.discard(week.key),
    resolve: (id: string, choice: Choice) => queue.resolve(week.key, id, choice),
  };
}

function useWeekNavigation() {
  const navigate = useNavigate();
  return {
    week: (weekEndDate: string | null) =>
      void navigate({
        to: '/time',
        search: ({ view }) => ({ ...(view ? { view } : {}), ...(weekEndDate ? { week: weekEndDate } : {}) }),
      }),
    day: (weekEndDate: string, day: number) =>
      void navigate({
        to: '/time',
        search: ({ view }) => ({ ...(view ? { view } : {}), week: weekEndDate, day: String(day) }),
        replace: true,
      }),
    view: (view: TimeView) => void navigate({ to: '/time', search: (before) => ({ ...before, view }) }),
  };
}
