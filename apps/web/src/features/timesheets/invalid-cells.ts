import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';

/** Cells whose text cannot be read: it stays where it was typed, and the week must not be taken for saved. */
export type InvalidCells = {
  set(id: string, isInvalid: boolean): void;
  count(): number;
  subscribe(listener: () => void): () => void;
};

export function createInvalidCells(): InvalidCells {
  const ids = new Set<string>();
  const listeners = new Set<() => void>();
  return {
    set(id, isInvalid) {
      if (ids.has(id) === isInvalid) return;
      if (isInvalid) ids.add(id);
      else ids.delete(id);
      for (const listener of listeners) listener();
    },
    count: () => ids.size,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A cell that stands alone reports to nobody. */
export const InvalidCellsContext = createContext<InvalidCells>(createInvalidCells());

/** How many cells of the week cannot be read. */
export function useInvalidCount(cells: InvalidCells): number {
  return useSyncExternalStore(cells.subscribe, cells.count);
}

/** Says of a cell whether its text can be read, until it is gone. */
export function useReportInvalid(id: string, isInvalid: boolean): void {
  const cells = useContext(InvalidCellsContext);
  useEffect(() => {
    cells.set(id, isInvalid);
    return () => cells.set(id, false);
  }, [cells, id, isInvalid]);
}

/** Leads to the first cell that cannot be read. */
export function focusInvalidCell(): void {
  document.querySelector<HTMLInputElement>('[data-grid] input[aria-invalid=true]')?.focus();
}
