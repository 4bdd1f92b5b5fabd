import { useEffect } from 'react';

/** A cell that is about to be there; without a day the first one of its row that is open. */
export type NewPlace = { rowKey: string; day: number | null };

/** Leads to a cell as soon as its row is drawn. */
export function useFocusPlace(place: NewPlace | null, onFocused: () => void): void {
  useEffect(() => {
    if (!place) return;
    const row = document.querySelector(`[data-row-key="${CSS.escape(place.rowKey)}"]`);
    if (!row) return;
    const which = place.day === null ? 'input[data-day]:not(:read-only)' : `input[data-day="${place.day}"]`;
    row.querySelector<HTMLInputElement>(which)?.focus();
    onFocused();
  });
}
