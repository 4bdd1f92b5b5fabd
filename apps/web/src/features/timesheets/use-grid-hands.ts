import { useEffect, useRef, useSyncExternalStore } from 'react';
import { copyText, isBlock, planClear, planFill } from './block-plan.ts';
import { attachGridHands } from './grid-hands.ts';
import type { GridSelection, Range } from './grid-selection.ts';
import type { Sheet } from './sheet.ts';
import type { WeekActions } from './week-actions.ts';

type Hands = {
  selection: GridSelection;
  actions: WeekActions;
  sheet: Sheet;
  /** Shows what a pasted text was understood as. */
  onPaste: (text: string, range: Range) => void;
};

/** Blocks of cells by keys, mouse and clipboard, while a sheet is there. */
export function useGridHands({ selection, actions, sheet: shown, onPaste }: Hands): void {
  const sheet = useRef(shown);
  sheet.current = shown;
  useEffect(
    () =>
      attachGridHands(selection, () => ({
        copy: (range) => copyText(sheet.current, range),
        clear: (range) => actions.commitAll(planClear(sheet.current, range)),
        fillRight: (range) => actions.commitAll(planFill(sheet.current, range)),
        paste(text, range) {
          const isOneCell = range.top === range.bottom && range.left === range.right;
          if (text.trim() === '' || (isOneCell && !isBlock(text))) return false;
          onPaste(text, range);
          return true;
        },
      })),
    [selection, actions, onPaste],
  );
}

/** How many cells are selected and what they add up to; null while it is one. */
export function useSelected(
  selection: GridSelection,
  { rows }: Sheet,
): { cells: number; minutes: number } | null {
  const range = useSyncExternalStore(selection.subscribe, selection.range);
  if (!range) return null;
  const minutes = rows
    .slice(range.top, range.bottom + 1)
    .flatMap(({ cells }) => cells.slice(range.left, range.right + 1))
    .reduce((sum, cell) => sum + cell.minutes, 0);
  return { cells: (range.bottom - range.top + 1) * (range.right - range.left + 1), minutes };
}
