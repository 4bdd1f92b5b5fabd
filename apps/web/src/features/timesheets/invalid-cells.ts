import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';

/** Cells whose text cannot be read: it stays where it was typed, and the week must not be taken for saved. */
export type InvalidCells = {
  /** @param text what cannot be read; null once it can */
  set(id: string, text: string | null): void;
  /** The cell is gone from the screen; its text is kept until it comes again. */
  leave(id: string): void;
  /** What was typed into it when it was there last. */
  kept(id: string): string | null;
  /** How many are on the screen. */
  count(): number;
  /** The one of which something was typed or looked at last; null where all can be read. */
  latest(): string | null;
  subscribe(listener: () => void): () => void;
};

/** @param texts outlive the screen that shows them */
export function createInvalidCells(texts = new Map<string, string>()): InvalidCells {
  const ids = new Set<string>();
  const listeners = new Set<() => void>();
  const mark = (id: string, isInvalid: boolean) => {
    // Added anew it is the last one.
    if (!ids.delete(id) && !isInvalid) return;
    if (isInvalid) ids.add(id);
    for (const listener of listeners) listener();
  };
  return {
    set(id, text) {
      if (text === null) texts.delete(id);
      else texts.set(id, text);
      mark(id, text !== null);
    },
    leave: (id) => mark(id, false),
    kept: (id) => texts.get(id) ?? null,
    count: () => ids.size,
    latest: () => [...ids].at(-1) ?? null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A cell that stands alone reports to nobody, and what is typed into it goes with it. */
const alone: InvalidCells = { ...createInvalidCells(), kept: () => null };

export const InvalidCellsContext = createContext(alone);

/** How many cells of the week cannot be read. */
export function useInvalidCount(cells: InvalidCells): number {
  return useSyncExternalStore(cells.subscribe, cells.count);
}

/** What was typed into a cell and could not be read when it was on the screen last. */
export function useKeptText(id: string): string | null {
  const cells = useContext(InvalidCellsContext);
  return useState(() => cells.kept(id))[0];
}

/** Says of a cell what of it cannot be read, until it is gone. @returns says it again, where somebody comes back to it */
export function useReportInvalid(id: string, text: string | null): () => void {
  const cells = useContext(InvalidCellsContext);
  useEffect(() => cells.set(id, text), [cells, id, text]);
  useEffect(() => () => cells.leave(id), [cells, id]);
  return () => {
    if (text !== null) cells.set(id, text);
  };
}

/** Whether a cell is the one that says what is wrong with it: two beside each other would write over one another. */
export function useSaysProblem(id: string): boolean {
  const cells = useContext(InvalidCellsContext);
  return useSyncExternalStore(cells.subscribe, () => cells.latest() === id);
}

/** Leads to the first cell that cannot be read. */
export function focusInvalidCell(): void {
  document.querySelector<HTMLInputElement>('[data-grid] input[aria-invalid=true]')?.focus();
}
