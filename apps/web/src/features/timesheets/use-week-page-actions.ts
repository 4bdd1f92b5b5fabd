import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { WeekKey } from '../../entities/week.ts';
import type { Choice } from './conflicts.ts';
import type { Range } from './grid-selection.ts';
import { createInvalidCells } from './invalid-cells.ts';
import { type RowHead, rowKey } from './sheet.ts';
import { useTimeStore } from './time-store.ts';
import type { TimeView } from './time-view.ts';
import { type NewPlace, useFocusPlace } from './use-focus-place.ts';
import type { ShownWeek } from './use-shown-week.ts';
import { useWeekActions } from './use-week-actions.ts';
import { useWeekKeys } from './use-week-keys.ts';

/** What is open over the week, or within its sheet. */
export type WeekOverlay =
  /** The search in the last line of the sheet. */
  | { kind: 'pick' }
  /** The form for a row; with a name, for a new project of that name. */
  | { kind: 'add'; name: string | null }
  | { kind: 'conflict' }
  | { kind: 'details'; rowKey: string; day: number }
  | { kind: 'paste'; pasted: string; range: Range }
  | null;

export type WeekPageActions = ReturnType<typeof useWeekPageActions>;

/** What can be done on the week page, by hand or by key. */
export function useWeekPageActions({
  weekEndDate,
  week,
  picksInSheet,
}: Pick<ShownWeek, 'weekEndDate' | 'week' | 'picksInSheet'>) {
  const { queue, unread } = useTimeStore();
  const [overlay, setOverlay, close] = useOverlay(week.key);
  const { actions, apply, applyEach, amend, selection } = useWeekActions(week, (rowKey, day) =>
    setOverlay({ kind: 'details', rowKey, day }),
  );
  const openPaste = useCallback(
    (pasted: string, range: Range) => setOverlay({ kind: 'paste', pasted, range }),
    [setOverlay],
  );
  const [newPlace, setNewPlace] = useState<{ week: WeekKey; place: NewPlace } | null>(null);
  const follow = (place: NewPlace) => setNewPlace({ week: week.key, place });
  const invalidCells = useMemo(() => createInvalidCells(unread(week.key)), [unread, week.key]);
  const go = useWeekNavigation();
  // The sheet has its own place to search in; elsewhere a dialog does it.
  const openAdd = () => setOverlay(picksInSheet ? { kind: 'pick' } : { kind: 'add', name: null });
  useFocusPlace(newPlace?.week === week.key ? newPlace.place : null, () => setNewPlace(null));
  useWeekKeys({ weekEndDate, go, add: openAdd });
  return {
    go,
    actions,
    /** Changes entries, as one step that can be taken back. */
    apply,
    applyEach,
    amend,
    selection,
    overlay,
    openPaste,
    openAdd,
    openForm: (name: string) => setOverlay({ kind: 'add', name }),
    /** Leaves the search; what it led to stays open. */
    closePicker: () => close('pick'),
    /** Adds a row and leads into it, so that what is typed next is typed there. */
    addRow(head: RowHead) {
      week.addRow(head);
      close();
      follow({ rowKey: rowKey(head), day: null });
    },
    /** Leads to a cell as soon as it is there. */
    follow,
    invalidCells,
    openConflict: () => setOverlay({ kind: 'conflict' }),
    closeOverlay: () => close(),
    /** Sends what waits. */
    flush: () => queue.flush(),
    discard: () => queue.discard(week.key),
    resolve: (id: string, choice: Choice) => queue.resolve(week.key, id, choice),
  };
}

/** What is open over a week was opened for it, and goes with it. */
function useOverlay(week: WeekKey) {
  const [opened, setOpened] = useState<{ week: WeekKey; overlay: NonNullable<WeekOverlay> } | null>(null);
  const set = useCallback((overlay: NonNullable<WeekOverlay>) => setOpened({ week, overlay }), [week]);
  /** Closes what is open over this week, where it is of that kind; an answer may come when another week has its own open. */
  const close = (kind?: string) =>
    setOpened((shown) =>
      shown?.week === week && (kind ?? shown.overlay.kind) === shown.overlay.kind ? null : shown,
    );
  return [opened?.week === week ? opened.overlay : null, set, close] as const;
}

/** What stays from week to week: whose it is and how it is looked at. */
function stays({ view, person }: { view?: string; person?: string }) {
  return { ...(view ? { view } : {}), ...(person ? { person } : {}) };
}

function useWeekNavigation() {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      week: (weekEndDate: string | null) =>
        void navigate({
          to: '/time',
          search: (before) => ({ ...stays(before), ...(weekEndDate ? { week: weekEndDate } : {}) }),
        }),
      day: (weekEndDate: string, day: number) =>
        void navigate({
          to: '/time',
          search: (before) => ({ ...stays(before), week: weekEndDate, day: String(day) }),
          replace: true,
        }),
      view: (view: TimeView) => void navigate({ to: '/time', search: (before) => ({ ...before, view }) }),
    }),
    [navigate],
  );
}
