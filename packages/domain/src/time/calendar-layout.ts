/** What takes a place on the scale of a day, from above. */
export interface Stretch {
  from: number;
  to: number;
}

/** The share of a day's width that something gets: so many of `columns` from `column` on. */
export interface Share {
  column: number;
  span: number;
  columns: number;
}

/**
 * Puts what overlaps side by side: each gets the first column that is free at its beginning, and of the columns to its
 * right those that stay free while it lasts. What touches does not overlap. Answers in the order that was given.
 */
export function layOut(stretches: readonly Stretch[]): Share[] {
  const order = stretches
    .map((_, index) => index)
    .sort((a, b) => compare(stretches[a], stretches[b]) || a - b);
  const shares: Share[] = stretches.map(() => ({ column: 0, span: 1, columns: 1 }));
  for (const group of groupsOf(order, stretches)) {
    const columns: number[][] = [];
    for (const index of group) {
      const free = columns.findIndex((column) => !column.some((other) => overlaps(stretches, index, other)));
      const column = free < 0 ? columns.push([]) - 1 : free;
      columns[column]?.push(index);
      shares[index] = { column, span: 1, columns: 0 };
    }
    for (const index of group) {
      const { column } = shares[index] ?? { column: 0 };
      const taken = columns.findIndex(
        (others, at) => at > column && others.some((other) => overlaps(stretches, index, other)),
      );
      shares[index] = {
        column,
        span: (taken < 0 ? columns.length : taken) - column,
        columns: columns.length,
      };
    }
  }
  return shares;
}

/** What begins earlier comes first, of those the longer one. */
function compare(a?: Stretch, b?: Stretch): number {
  return a && b ? a.from - b.from || b.to - a.to : 0;
}

/** Runs of stretches of which each overlaps one before it. */
function groupsOf(order: readonly number[], stretches: readonly Stretch[]): number[][] {
  const groups: number[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    const { from, to } = stretches[index] ?? { from: 0, to: 0 };
    if (from >= end) groups.push([]);
    groups.at(-1)?.push(index);
    end = Math.max(end, to);
  }
  return groups;
}

function overlaps(stretches: readonly Stretch[], one: number, other: number): boolean {
  const [a, b] = [stretches[one], stretches[other]];
  return a !== undefined && b !== undefined && a.from < b.to && b.from < a.to;
}
