import { useMemo, useRef } from 'react';
import { newId } from '../../lib/new-id.ts';
import { common } from '../../messages/common.ts';
import { useToast } from '../../ui/toast.tsx';
import { editOf, setCell, undoOf } from './cell-edits.ts';
import type { EntryEdit } from './edit.ts';
import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import { useTimeStore } from './time-store.ts';
import type { useWeek } from './use-week.ts';
import type { WeekActions } from './week-actions.ts';

type Draft = Omit<EntryEdit, 'revision'>;
type Week = ReturnType<typeof useWeek>;
/** The row is kept in its place, also where its last hours go. */
type Undo = { edits: Draft[]; row: Parameters<Week['addRow']>[0] };

const MOST_UNDOS = 50;

/** What cells and rows do, in one object that stays the same, so that a key press draws one cell again. */
export function useWeekActions(week: Week, openDetails: (rowKey: string, day: number) => void) {
  const { queue } = useTimeStore();
  const toast = useToast();
  const undos = useRef<Undo[]>([]);
  const latest = useRef({ week, openDetails });
  latest.current = { week, openDetails };

  return useMemo(() => {
    const cellOf = (rowKey: string, day: number) => {
      const row = latest.current.week.sheet.rows.find(({ key }) => key === rowKey);
      const cell = row?.cells[day];
      return row && cell ? { row, cell } : null;
    };
    const isLocked = (day: number) => latest.current.week.week.data?.locked[day] != null;
    const keepUndo = (undo: Undo) => {
      undos.current = [...undos.current.slice(1 - MOST_UNDOS), undo];
    };
    const put = (edits: Draft[]) => queue.put(latest.current.week.key, edits);

    const undo = () => {
      const last = undos.current.pop();
      if (!last) return;
      latest.current.week.addRow(last.row);
      put(
        last.edits.flatMap((edit) => revive(edit, latest.current.week, queue.edits(latest.current.week.key))),
      );
    };
    const save = (rowKey: string, day: number, edits: Draft[]) => {
      const found = cellOf(rowKey, day);
      if (!found || edits.length === 0 || isLocked(day)) return;
      keepUndo({ edits: undoOf(found.cell, edits), row: found.row });
      // A row whose last hours go keeps its place until it is removed.
      if (edits.some(({ isDeleted }) => isDeleted)) latest.current.week.addRow(found.row);
      put(edits);
    };
    const actions: WeekActions = {
      commit(rowKey, day, minutes) {
        const found = cellOf(rowKey, day);
        const edit = found && setCell(found.row, found.cell, minutes, newId);
        if (edit) save(rowKey, day, [edit]);
      },
      openDetails: (rowKey, day) => latest.current.openDetails(rowKey, day),
      fillRight(rowKey, day) {
        const found = cellOf(rowKey, day);
        if (found) actions.commit(rowKey, day + 1, found.cell.minutes);
      },
      removeRow(rowKey) {
        const row = latest.current.week.sheet.rows.find(({ key }) => key === rowKey);
        if (!row) return;
        const entries = row.cells.flatMap((cell) => cell.entries.map(editOf));
        keepUndo({ edits: entries, row });
        put(entries.map((edit) => ({ ...edit, isDeleted: true })));
        latest.current.week.dropRow(rowKey);
        toast({ text: text.removedRow(rowLabel(row)), action: { label: common.undo, onPress: undo } });
      },
      undo,
    };
    return { actions, save };
  }, [queue, toast]);
}

/** An earlier state of an entry on top of what the server has now; a removed one becomes an entry of its own. */
function revive(edit: Draft, week: Week, waiting: readonly EntryEdit[]): Draft[] {
  const shown = week.sheet.entries.find(({ timesheetID }) => timesheetID === edit.timesheetID);
  if (shown) return [{ ...edit, version: shown.version }];
  if (edit.isDeleted) return [];
  const removed = waiting.find(({ timesheetID }) => timesheetID === edit.timesheetID);
  if (removed) return [{ ...edit, version: removed.version }];
  return [{ ...edit, timesheetID: newId(), version: null }];
}
