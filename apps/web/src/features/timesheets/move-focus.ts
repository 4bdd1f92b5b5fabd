/** Where a field stands in its grid. */
export function placeOf(field: HTMLInputElement): { row: number; day: number } {
  return { row: Number(field.dataset.row), day: Number(field.dataset.day) };
}

/** The field at a place of a grid. */
export function cellAt(grid: Element, { row, day }: { row: number; day: number }): HTMLInputElement | null {
  return grid.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-day="${day}"]`);
}

/** Moves to the field so many rows and days away; at the edge it stays. Leaving a field saves it. */
export function moveFocus(from: HTMLInputElement, rows: number, days: number): void {
  const { row, day } = placeOf(from);
  const grid = from.closest('[data-grid]');
  const target = grid && cellAt(grid, { row: row + rows, day: day + days });
  if (target) target.focus();
  else {
    // Enter in the last row saves in place.
    from.blur();
    from.focus();
  }
}
