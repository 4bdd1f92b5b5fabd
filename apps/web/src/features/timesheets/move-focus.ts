/** Moves to the field so many rows and days away; at the edge it stays. Leaving a field saves it. */
export function moveFocus(from: HTMLInputElement, rows: number, days: number): void {
  const row = Number(from.dataset.row) + rows;
  const day = Number(from.dataset.day) + days;
  const grid = from.closest('[data-grid]');
  const target = grid?.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-day="${day}"]`);
  if (target) target.focus();
  else {
    // Enter in the last row saves in place.
    from.blur();
    from.focus();
  }
}
