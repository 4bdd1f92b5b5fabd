import { type GridSelection, isInRange, type Place, type Range, rangeAt } from './grid-selection.ts';
import { cellAt, placeOf } from './move-focus.ts';

/** What hands ask of the week, always about the block that is selected, or the cell that has the focus. */
export type GridHost = {
  copy(range: Range): string;
  /** @returns whether the text was taken; otherwise it goes into the cell as it is */
  paste(text: string, range: Range): boolean;
  clear(range: Range): void;
  fillRight(range: Range): void;
};

const LAST_DAY = 6;
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, day: 0 },
  ArrowDown: { row: 1, day: 0 },
  ArrowLeft: { row: 0, day: -1 },
  ArrowRight: { row: 0, day: 1 },
};

/**
 * Selecting, copying, pasting and filling of blocks, by keys and mouse. Heard at the window, before a cell hears of it, so
 * that selecting draws nothing again; what concerns a single cell is left to it.
 * @returns a function that ends it
 */
export function attachGridHands(selection: GridSelection, host: () => GridHost): () => void {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  const extend = (grid: Element, place: Place) => {
    if (!cellAt(grid, place)) return;
    selection.extendTo(place);
  };
  const rangeOf = (field: HTMLInputElement): Range => {
    const range = selection.range();
    return range && isInRange(range, placeOf(field)) ? range : rangeAt(placeOf(field));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const field = cellOf(event.target);
    const grid = field?.closest('[data-grid]');
    if (!field || !grid || isBeingTyped(field)) return;
    if (keyOf(event, { field, grid })) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const keyOf = (
    event: KeyboardEvent,
    { field, grid }: { field: HTMLInputElement; grid: Element },
  ): boolean => {
    const isControl = event.ctrlKey || event.metaKey;
    const range = selection.range();
    const arrow = ARROWS[event.key];
    if (arrow && event.shiftKey && !isControl && !event.altKey) {
      if (!selection.anchor()) selection.anchorAt(placeOf(field));
      const head = selection.head() ?? placeOf(field);
      extend(grid, { row: head.row + arrow.row, day: head.day + arrow.day });
    } else if ((event.key === 'Home' || event.key === 'End') && !event.altKey) {
      const place = edgeOf(event, placeOf(field), lastRow(grid));
      if (event.shiftKey) extend(grid, place);
      else cellAt(grid, place)?.focus();
    } else if (isControl && !event.altKey && event.key.toLowerCase() === 'a') {
      selection.anchorAt({ row: 0, day: 0 });
      selection.extendTo({ row: lastRow(grid), day: LAST_DAY });
    } else if (isControl && event.key.toLowerCase() === 'd' && range && range.right > range.left) {
      host().fillRight(range);
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && range) host().clear(range);
    else if (event.key === 'Escape' && range) selection.anchorAt(placeOf(field));
    else return false;
    return true;
  };

  const onFocus = (event: FocusEvent) => {
    const field = cellOf(event.target);
    if (field) selection.anchorAt(placeOf(field));
  };
  const onPointerDown = (event: PointerEvent) => {
    const field = cellOf(event.target);
    const grid = field?.closest('[data-grid]');
    if (!field || !grid || event.button !== 0 || event.pointerType !== 'mouse') return;
    if (event.shiftKey && selection.anchor()) {
      extend(grid, placeOf(field));
      event.preventDefault();
      return;
    }
    dragFrom(grid, placeOf(field), end.signal);
  };
  /** The text of the first field is what the mouse would select; from the second cell on it selects cells. */
  const dragFrom = (grid: Element, from: Place, signal: AbortSignal) => {
    const drag = new AbortController();
    const during = { signal: AbortSignal.any([signal, drag.signal]) };
    const onMove = (move: PointerEvent) => {
      const over = fieldUnder(move);
      if (!over || over.closest('[data-grid]') !== grid) return;
      const place = placeOf(over);
      if (!selection.range() && place.row === from.row && place.day === from.day) return;
      move.preventDefault();
      getSelection()?.removeAllRanges();
      extend(grid, place);
    };
    addEventListener('pointermove', onMove, during);
    addEventListener('pointerup', () => drag.abort(), during);
    addEventListener('pointercancel', () => drag.abort(), during);
  };
  // With the button of the mouse a shift-click would move the focus and so begin anew.
  const onMouseDown = (event: MouseEvent) => {
    if (event.shiftKey && cellOf(event.target) && selection.range()) event.preventDefault();
  };

  // The text of the cell that has the focus is selected: without this the browser would drag that text away.
  const onDragStart = (event: DragEvent) => {
    if (cellOf(event.target)) event.preventDefault();
  };

  const onClipboard = (event: ClipboardEvent) => {
    const field = cellOf(event.target);
    if (!field || isBeingTyped(field) || !event.clipboardData) return;
    const range = rangeOf(field);
    if (event.type === 'paste') {
      if (host().paste(event.clipboardData.getData('text/plain'), range)) event.preventDefault();
      return;
    }
    event.clipboardData.setData('text/plain', host().copy(range));
    event.preventDefault();
    if (event.type === 'cut') host().clear(range);
  };

  let painted: Range | null = null;
  const paint = () => {
    const range = selection.range();
    // Each step from cell to cell tells of a selection, nearly always of none.
    if (range === painted) return;
    painted = range;
    // What is typed over a selection takes the place of the cell's text, also where a click had put the caret into it.
    if (range) cellOf(document.activeElement)?.select();
    for (const field of document.querySelectorAll<HTMLInputElement>('[data-grid] input[data-row]'))
      field.toggleAttribute('data-selected', range !== null && isInRange(range, placeOf(field)));
  };
  const stopPainting = selection.subscribe(paint);

  addEventListener('keydown', onKeyDown, options);
  addEventListener('focusin', onFocus, options);
  addEventListener('pointerdown', onPointerDown, options);
  addEventListener('mousedown', onMouseDown, options);
  addEventListener('dragstart', onDragStart, options);
  for (const kind of ['copy', 'cut', 'paste'] as const) addEventListener(kind, onClipboard, options);
  return () => {
    end.abort();
    // Of cells that are gone nothing is selected.
    selection.clear();
    stopPainting();
  };
}

function cellOf(target: EventTarget | null): HTMLInputElement | null {
  const isCell = target instanceof HTMLInputElement && target.dataset.row !== undefined;
  return isCell && target.closest('[data-grid]') ? target : null;
}

/** The field of the cell under the pointer, also where a mark of the cell lies over it. */
function fieldUnder({ clientX, clientY }: PointerEvent): HTMLInputElement | null {
  const cell = document.elementFromPoint(clientX, clientY)?.closest('td');
  return cell?.querySelector<HTMLInputElement>('[data-grid] input[data-row]') ?? null;
}

/** While somebody types or moves the caret the keys are the field's own. */
function isBeingTyped(field: HTMLInputElement): boolean {
  return (field.dataset.mode ?? 'go') !== 'go';
}

function edgeOf(event: KeyboardEvent, { row }: Place, bottom: number): Place {
  const isHome = event.key === 'Home';
  const isCorner = event.ctrlKey || event.metaKey;
  return { row: isCorner ? (isHome ? 0 : bottom) : row, day: isHome ? 0 : LAST_DAY };
}

function lastRow(grid: Element): number {
  const rows = [...grid.querySelectorAll<HTMLInputElement>('input[data-row]')].map(
    (field) => placeOf(field).row,
  );
  return Math.max(0, ...rows);
}
