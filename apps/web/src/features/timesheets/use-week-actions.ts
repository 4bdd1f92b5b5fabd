import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type WeekKey, type WeekSheet, weekKey } from '../../entities/week.ts';
import { newId } from '../../lib/new-id.ts';
import { common } from '../../messages/common.ts';
import { useToast } from '../../ui/toast.tsx';
import { setCell, undoOf, wholeEditOf } from './cell-edits.ts';
import { believing, type Draft } from './edit.ts';
import { type Change, createEditHistory, type HistoryStep } from './edit-history.ts';
import { createGridSelection, isInRange } from './grid-selection.ts';
import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import type { SaveQueue } from './save-queue.ts';
import { rowKey as keyOf, type RowHead, type ShownEntry, shownEntries } from './sheet.ts';
import { useTimeStore } from './time-store.ts';
import { useSetPinned } from './use-pinned-rows.ts';
import type { useWeek } from './use-week.ts';
import type { CellChange, WeekActions } from './week-actions.ts';

type Week = ReturnType<typeof useWeek>;
type OpenDetails = (rowKey: string, day: number) => void;

/**
 * What cells, rows and entries do, in one object that stays the same while a week is shown, so that a key press draws one
 * cell again. Each week has its own, with what was done there: an Undo may be pressed, or a field be left, when another week
 * is shown already.
 */
export function useWeekActions(week: Week, openDetails: OpenDetails) {
  const setPinned = useSetPinned();
  const { queue } = useTimeStore();
  const queryClient = useQueryClient();
  const toast = useToast();
  const ofWeek = useMemo(() => {
    const made = new Map<string, ReturnType<typeof createWeekActions>>();
    return (key: WeekKey) => {
      const id = weekKey(key).join();
      const own = made.get(id) ?? createWeekActions(key, { queue, queryClient, toast, setPinned });
      made.set(id, own);
      return own;
    };
  }, [queue, queryClient, toast, setPinned]);
  const own = ofWeek(week.key);
  own.latest.week = week;
  own.latest.openDetails = openDetails;
  return own;
}

type Parts = {
  queue: SaveQueue;
  queryClient: QueryClient;
  toast: ReturnType<typeof useToast>;
  setPinned: ReturnType<typeof useSetPinned>;
};

function createWeekActions(key: WeekKey, { queue, queryClient, toast, setPinned }: Parts) {
  /** The week as it was when it was shown last. */
  const latest = {} as { week: Week; openDetails: OpenDetails };
  const history = createEditHistory(newId);
  const selection = createGridSelection();
  const sheet = () => latest.week.sheet;
  const rowOf = (rowKey: string) => sheet().rows.find(({ key }) => key === rowKey);
  const isLocked = (day: number) => latest.week.week.data?.locked[day] != null;
  // It may have been saved since it was shown.
  const heard = () => queryClient.getQueryData<WeekSheet>(weekKey(key))?.entries;
  const present = () => {
    const waiting = queue.edits(key);
    return { shown: shownEntries(heard() ?? [], waiting), waiting };
  };
  const put = (edits: readonly Draft[], believes: boolean) => {
    const known = heard();
    queue.put(key, known && believes ? believing(edits, known) : [...edits]);
  };
  const keep = (rows: readonly RowHead[]) => {
    for (const row of rows) latest.week.addRow(row);
  };

  /** Does a change that can be taken back; @param told what to say with an Undo beside it */
  const change = (edits: Draft[], rows: RowHead[], telling: Telling = {}) => {
    const { told, removesRows = false, believes = true } = telling;
    const one: Change = { before: undoOf(sheet().entries, edits), after: edits, rows, removesRows, believes };
    history.record(one);
    put(edits, believes);
    if (removesRows) for (const row of rows) latest.week.dropRow(keyOf(row));
    // A row whose last hours go keeps its place until it is removed.
    else keep(rows);
    const action = { label: common.undo, onPress: () => takeBack(history.undo(present(), one)) };
    if (told) toast({ text: told, action });
  };
  const takeBack = (step: HistoryStep | null): boolean => {
    if (!step) return false;
    keep(step.change.rows);
    put(step.edits, step.change.believes);
    return true;
  };
  const again = (step: HistoryStep | null): void => {
    if (!step) return;
    put(step.edits, step.change.believes);
    if (step.change.removesRows) for (const row of step.change.rows) latest.week.dropRow(keyOf(row));
  };

  /** Edits of entries, whatever cells they are in; removed ones can be taken back by a press. */
  const apply = (edits: Draft[], told?: string, believes = true) => {
    const writable = edits.filter(({ workDate }) => !isLocked(dayOf(workDate)));
    if (writable.length === 0) return;
    // Also what was not sent yet: it was on the screen.
    const known = new Set(sheet().entries.map(({ timesheetID }) => timesheetID));
    const gone = writable.filter((edit) => edit.isDeleted && known.has(edit.timesheetID));
    const rows = sheet().rows.filter(({ key }) => gone.some((edit) => keyOf(edit) === key));
    change(writable, rows, {
      told: told ?? (gone.length > 0 ? text.cleared(gone.length) : undefined),
      believes,
    });
  };
  const dayOf = (workDate: string) => sheet().days.findIndex(({ date }) => date === workDate);
  const editOfCell = ({ rowKey, day, minutes }: CellChange): Draft[] => {
    const row = rowOf(rowKey);
    const cell = row?.cells[day];
    const edit = row && cell && !isLocked(day) ? setCell(row, cell, minutes, newId) : null;
    return edit ? [edit] : [];
  };
  const actions: WeekActions = {
    commit: (rowKey, day, minutes) => actions.commitAll([{ rowKey, day, minutes }]),
    commitAll(changes, told) {
      const edits = changes.flatMap(editOfCell);
      apply(edits, told?.(edits.length));
    },
    openDetails: (rowKey, day) => latest.openDetails(rowKey, day),
    fillRight(rowKey, day, minutes) {
      const place = { row: sheet().rows.findIndex(({ key }) => key === rowKey), day };
      const range = selection.range();
      const last = range && isInRange(range, place) ? Math.max(range.right, day + 1) : day + 1;
      const days = Array.from({ length: last - day }, (_, index) => day + 1 + index);
      actions.commitAll(days.map((each) => ({ rowKey, day: each, minutes })));
    },
    removeRow(rowKey) {
      const row = rowOf(rowKey);
      if (!row) return;
      const entries = row.cells.flatMap((cell) => cell.entries.map(wholeEditOf));
      const edits = entries.map((edit) => ({ ...edit, isDeleted: true }));
      change(edits, [row], { told: text.removedRow(rowLabel(row)), removesRows: true });
    },
    pinRow(rowKey, isPinned) {
      const row = rowOf(rowKey);
      if (row) void setPinned(row, isPinned);
    },
    undo: () => takeBack(history.undo(present())),
    redo: () => again(history.redo(present())),
  };
  return {
    latest,
    actions,
    /** Changes entries as cells of the sheet: what somebody else puts into one meanwhile is asked about. */
    apply: (edits: Draft[], told?: string) => apply(edits, told),
    /** Changes entries one by one, as on the clock, where others beside them are no contradiction. */
    applyEach: (edits: Draft[], told?: string) => apply(edits, told, false),
    amend(timesheetID: string, change: (entry: ShownEntry) => Draft): boolean {
      const entry = present().shown.find((each) => each.timesheetID === timesheetID);
      if (entry) apply([change(entry)]);
      return entry !== undefined;
    },
    selection,
  };
}

type Telling = {
  told?: string | undefined;
  removesRows?: boolean;
  /** Whether it rests on what the cells hold. */
  believes?: boolean;
};
