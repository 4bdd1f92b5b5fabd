import type { Cell, Row, Sheet } from './sheet.ts';

/** A cell by its row and its day, Monday 0. */
export type CellPlace = { rowKey: string; day: number };

/** The cell that something on the screen belongs to. */
export function placeOf(target: EventTarget | null): CellPlace | null {
  if (!(target instanceof HTMLInputElement) || target.dataset.day === undefined) return null;
  const rowKey = target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey;
  return rowKey === undefined ? null : { rowKey, day: Number(target.dataset.day) };
}

/** The field of a cell. */
export function cellField({ rowKey, day }: CellPlace): HTMLInputElement | null {
  return document.querySelector(`[data-row-key="${CSS.escape(rowKey)}"] input[data-day="${day}"]`);
}

export function cellOf(sheet: Sheet, { rowKey, day }: CellPlace): { row: Row; cell: Cell } | null {
  const row = sheet.rows.find(({ key }) => key === rowKey);
  const cell = row?.cells[day];
  return row && cell ? { row, cell } : null;
}
