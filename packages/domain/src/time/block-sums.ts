/** A decimal place of hours is six minutes: what was rounded to it is up to three minutes away from what it was. */
const ROUNDED_MINUTES = 3;
/** A single figure that is the sum of fewer others may be so by chance. */
const MOST_BY_CHANCE = 3;

/** Minutes side by side: of a row or of a column. */
export type Line = readonly number[];

/**
 * Which lines are sums of those right above or below them, as totals and subtotals are. A line of several figures is one that
 * adds up in each of them; a single figure has to add up from more than three.
 */
export function findSums(lines: readonly Line[]): ReadonlySet<number> {
  const sums = new Set<number>();
  for (const at of lines.keys()) {
    if (isSumOfRun(lines, at, { step: -1, sums }) || isSumOfRun(lines, at, { step: 1, sums })) sums.add(at);
  }
  return sums;
}

function isSumOfRun(
  lines: readonly Line[],
  at: number,
  { step, sums }: { step: 1 | -1; sums: ReadonlySet<number> },
): boolean {
  const line = lines[at] ?? [];
  const figures = line.filter((minutes) => minutes > 0).length;
  const added: Line[] = [];
  for (let next = at + step; next >= 0 && next < lines.length; next += step) {
    const other = lines[next] ?? [];
    if (sums.has(next) || other.every((minutes) => minutes === 0)) continue;
    added.push(other);
    const isEnough = figures > 1 ? added.length > 1 : figures === 1 && added.length > MOST_BY_CHANCE;
    if (isEnough && isSumOf(line, added)) return true;
  }
  return false;
}

/** Whether a line is what others add up to, each of them rounded. */
export function isSumOf(line: Line, added: readonly Line[]): boolean {
  return line.every((minutes, at) => {
    const sum = added.reduce((so, other) => so + (other[at] ?? 0), 0);
    return Math.abs(sum - minutes) <= ROUNDED_MINUTES * added.length;
  });
}
