/** A place in the grid, by the indices of its row and day. */
export type Place = { row: number; day: number };

/** A block of cells, edges included. */
export type Range = { top: number; bottom: number; left: number; right: number };

/** Which cells are selected; outside of React, so that selecting draws no cell again. */
export type GridSelection = {
  range(): Range | null;
  /** Selects from the anchor to here. */
  extendTo(place: Place): void;
  /** A single cell is where the next selection begins; it is no block. */
  anchorAt(place: Place): void;
  anchor(): Place | null;
  /** Lets everything go. */
  clear(): void;
  /** The end that moves. */
  head(): Place | null;
  subscribe(listener: () => void): () => void;
};

export function createGridSelection(): GridSelection {
  const listeners = new Set<() => void>();
  let anchor: Place | null = null;
  let head: Place | null = null;
  let range: Range | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    range: () => range,
    anchor: () => anchor,
    head: () => head ?? anchor,
    anchorAt(place) {
      [anchor, head, range] = [place, null, null];
      tell();
    },
    extendTo(place) {
      anchor ??= place;
      head = place;
      const isOne = anchor.row === place.row && anchor.day === place.day;
      range = isOne ? null : rangeOf(anchor, place);
      tell();
    },
    clear() {
      [anchor, head, range] = [null, null, null];
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function rangeOf(a: Place, b: Place): Range {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.day, b.day),
    right: Math.max(a.day, b.day),
  };
}

/** The block of a single cell. */
export function rangeAt({ row, day }: Place): Range {
  return { top: row, bottom: row, left: day, right: day };
}

/** Whether a place lies in a block. */
export function isInRange({ top, bottom, left, right }: Range, { row, day }: Place): boolean {
  return row >= top && row <= bottom && day >= left && day <= right;
}

/** The places of a block, row by row. */
export function placesOf({ top, bottom, left, right }: Range): Place[][] {
  return Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (__, day) => ({ row: top + row, day: left + day })),
  );
}
