import { useMemo, useRef } from 'react';
import { newId } from '../../lib/new-id.ts';
import { common } from '../../messages/common.ts';
import { useToast } from '../../ui/toast.tsx';
import { setCell, undoOf, wholeEditOf } from './cell-edits.ts';
import { believing, type Draft } from './edit.ts';
import { type Change, createEditHistory, type HistoryStep } from './edit-history.ts';
import { createGridSelection, isInRange } from './grid-selection.ts';
import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import { rowKey as keyOf, type RowHead } from './sheet.ts';
import { useTimeStore } from './time-store.ts';
import { useSetPinned } from './use-pinned-rows.ts';
import type { useWeek } from './use-week.ts';
import type { CellChange, WeekActions } from './week-actions.ts';

type Week = ReturnType<typeof useWeek>;

/** What cells, rows and entries do, in one object that stays the same, so that a key press draws one cell again. */
export function useWeekActions(week: Week, openDetails: (rowKey: string, day: number) => void) {
  const setPinned = useSetPinned();
  const { queue } = useTimeStore();
  const toast = useToast();
  const latest = useRef({ week, openDetails });
  latest.current = { week, openDetails };

  return useMemo(() => {
    const history = createEditHistory(newId);
    const selection = createGridSelection();
    const sheet = () => latest.current.week.sheet;
    const rowOf = (rowKey: string) => sheet().rows.find(({ key }) => key === rowKey);
    const isLocked = (day: number) => latest.current.week.week.data?.locked[day] != null;
    const present = () => ({ shown: sheet().entries, waiting: queue.edits(latest.current.week.key) });
    const put = (edits: readonly Draft[]) => {
      const heard = latest.current.week.week.data?.entries;
      queue.put(latest.current.week.key, heard ? believing(edits, heard) : [...edits]);
    };
    const keep = (rows: readonly RowHead[]) => {
      for (const row of rows) latest.current.week.addRow(row);
    };

    /** Does a change that can be taken back; @param told what to say with an Undo beside it */
    const change = (edits: Draft[], rows: RowHead[], { told, removesRows = false }: Telling = {}) => {
      const one: Change = { before: undoOf(sheet().entries, edits), after: edits, rows, removesRows };
      history.record(one);
      put(edits);
      if (removesRows) for (const row of rows) latest.current.week.dropRow(keyOf(row));
      // A row whose last hours go keeps its place until it is removed.
      else keep(rows);
      const action = { label: common.undo, onPress: () => takeBack(history.undo(present(), one)) };
      if (told) toast({ text: told, action });
    };
    const takeBack = (step: HistoryStep | null) => {
      if (!step) return;
      keep(step.change.rows);
      put(step.edits);
    };
    const again = (step: HistoryStep | null) => {
      if (!step) return;
      put(step.edits);
      if (step.change.removesRows)
        for (const row of step.change.rows) latest.current.week.dropRow(keyOf(row));
    };

    /** Edits of entries, whatever cells they are in; removed ones can be taken back by a press. */
    const apply = (edits: Draft[], told?: string) => {
      const writable = edits.filter(({ workDate }) => !isLocked(dayOf(workDate)));
      if (writable.length === 0) return;
      // Also what was not sent yet: it was on the screen.
      const known = new Set(sheet().entries.map(({ timesheetID }) => timesheetID));
      const gone = writable.filter((edit) => edit.isDeleted && known.has(edit.timesheetID));
      const rows = sheet().rows.filter(({ key }) => gone.some((edit) => keyOf(edit) === key));
      change(writable, rows, { told: told ?? (gone.length > 0 ? text.cleared(gone.length) : undefined) });
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
      openDetails: (rowKey, day) => latest.current.openDetails(rowKey, day),
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
    return { actions, apply, selection };
  }, [queue, toast, setPinned]);
}

type Telling = { told?: string | undefined; removesRows?: boolean };
