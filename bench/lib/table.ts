import { type Spread, spreadOf } from './stats.ts';

/** One line of the table of results. */
export type Row = {
  /** Number in the list of figures: P5. */
  id: string;
  work: string;
  goal: string;
  measured: Spread;
  unit: 'x' | 'ms' | 's' | 'MiB' | 'KiB' | '/s' | 'requests' | 'points';
  /** Whether the median keeps the goal; null for lines that only inform. */
  reached: boolean | null;
  /** What the median may be at most, where that is the goal. */
  atMost?: number;
  /** Not reached here, but on the machine on which goals in milliseconds were set. */
  isReachedAtPace?: boolean;
  /** Rounds beside which other programs were at work; such a line is no verdict. */
  busyRounds?: number;
};

/** What a figure is held against. */
type Goal = ({ atMost: number } | { atLeast: number } | { inform: true }) & {
  unit: Row['unit'];
  /** What the limit is a multiple of, as in "≤ 2.3x pgbench". */
  against?: string;
};

/** A line from the figures of the rounds; the median decides. */
export function rowOf(id: string, work: string, values: readonly number[], limit: Goal): Row {
  const { unit, against = '' } = limit;
  const measured = spreadOf(values);
  const suffix = `${unit === 'x' ? 'x' : ` ${unit}`}${against && ` ${against}`}`;
  if ('inform' in limit) return { id, work, goal: '', measured, unit, reached: null };
  if ('atMost' in limit) {
    const goal = `<= ${limit.atMost}${suffix}`;
    return { id, work, goal, measured, unit, reached: measured.median <= limit.atMost, atMost: limit.atMost };
  }
  const goal = `>= ${limit.atLeast}${suffix}`;
  return { id, work, goal, measured, unit, reached: measured.median >= limit.atLeast };
}

/** The lines of rounds of which some were beside other programs. */
export function markBusy(rows: readonly Row[], busyRounds: number): Row[] {
  return rows.map((row) => (busyRounds > 0 ? { ...row, busyRounds } : row));
}

/**
 * Times depend on the machine: those that are missed here are held against their goals at the pace at which they were set too.
 * @param slower how many times as long this machine takes
 */
export function markPace(rows: readonly Row[], slower: number): Row[] {
  return rows.map((row) => {
    const isTime = row.unit === 'ms' || row.unit === 's';
    if (!isTime || row.reached !== false || row.atMost === undefined) return row;
    return { ...row, isReachedAtPace: row.measured.median / Math.max(1, slower) <= row.atMost };
  });
}

const headings = ['#', 'work', 'goal', 'measured (min – median – max)', 'reached'];

function cells(row: Row): string[] {
  const { min, median, max } = row.measured;
  const figures = [min, median, max].map(formatFigure);
  const measured = min === max ? figures[1] : figures.join(' – ');
  const verdict = verdictOf(row);
  const reached = row.busyRounds ? `${verdict} (busy: ${row.busyRounds} rounds)`.trim() : verdict;
  return [row.id, row.work, row.goal, `${measured}${row.unit === 'x' ? 'x' : ` ${row.unit}`}`, reached];
}

function verdictOf({ reached, isReachedAtPace }: Row): string {
  if (reached === null) return '';
  if (reached) return 'yes';
  return isReachedAtPace ? 'no; at the goals’ pace' : 'no';
}

/** Three significant digits: more would pretend. */
export function formatFigure(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** The table as text for a terminal, columns under each other. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(cells)];
  const widths = headings.map((_heading, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The table as Markdown. */
export function markdownTable(rows: readonly Row[]): string {
  const line = (columns: string[]) => `| ${columns.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('\n');
}
