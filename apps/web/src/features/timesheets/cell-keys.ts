/** `go` moves with the arrows; `type` replaced what was there; `edit` moves the caret (as spreadsheets do). */
export type CellMode = 'go' | 'type' | 'edit';

/** What a key asks of the cell that has the focus. */
export type CellCommand =
  | { kind: 'details' | 'cancel' | 'edit' | 'clear' | 'fill' | 'undo' | 'redo' | 'keep' }
  | { kind: 'move'; rows: number; days: number };

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;
type Cell = { mode: CellMode; count: number; isFixed: boolean };

const ARROWS: Readonly<Record<string, { rows: number; days: number }>> = {
  ArrowUp: { rows: -1, days: 0 },
  ArrowDown: { rows: 1, days: 0 },
  ArrowLeft: { rows: 0, days: -1 },
  ArrowRight: { rows: 0, days: 1 },
};

/** Null where the key is the field's own. What concerns a block of cells is heard by the grid first. */
export function cellCommand(event: Key, { mode, count, isFixed }: Cell): CellCommand | null {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) return withControl(key.toLowerCase(), shiftKey, mode);
  if (key === 'Enter') {
    if (event.altKey || count > 1) return { kind: 'details' };
    return { kind: 'move', rows: shiftKey ? -1 : 1, days: 0 };
  }
  if (key === 'Escape') return { kind: 'cancel' };
  if (key === 'F2') return { kind: 'edit' };
  const arrow = ARROWS[key];
  if (arrow) return arrow.days !== 0 && mode === 'edit' ? null : { kind: 'move', ...arrow };
  const isRemoval = key === 'Delete' || key === 'Backspace';
  return isRemoval && mode === 'go' && !isFixed ? { kind: 'clear' } : null;
}

/** While something is typed, undo and redo are those of the field. `Ctrl+Enter` keeps what is typed and goes on to the page. */
function withControl(key: string, isShifted: boolean, mode: CellMode): CellCommand | null {
  if (key === 'd') return { kind: 'fill' };
  if (key === 'enter') return { kind: 'keep' };
  if (mode !== 'go') return null;
  if (key === 'z') return { kind: isShifted ? 'redo' : 'undo' };
  return key === 'y' ? { kind: 'redo' } : null;
}
