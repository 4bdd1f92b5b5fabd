import type { AppError } from '@stint/domain/errors.ts';
import { fieldError } from '../shared/sql-json.ts';

/** More lines are no report that somebody reads, and would fill a page's memory. */
export const MOST_LINES = 20_000;
/** What a line has in a pair of currencies. */
const MOST_AMOUNTS = MOST_LINES * 4;
/** A line stands once for each of its amounts, and once for time that has none. */
const MOST_ROWS = MOST_AMOUNTS + MOST_LINES;

/** One row more than may be: whoever reads so many refuses, so that a part of a report is never told as the whole. */
export const ROWS_READ = MOST_ROWS + 1;

/** A row of a line: its groups down to a level, and a pair of currencies. */
type RowOfLine = {
  level: number;
  keys: readonly unknown[];
  currency: string | null;
  costCurrency: string | null;
};

/** @throws AppError `validation_failed` for more lines than anybody reads */
export function requireReadable(lines: number): void {
  if (lines > MOST_LINES) throw unreadable(`${MOST_LINES} lines`, '');
}

/** @throws AppError `validation_failed` for more amounts than anybody reads */
export function requireAmounts(rows: readonly RowOfLine[]): void {
  if (rows.length <= MOST_AMOUNTS) return;
  // Of a line, what is packed has the keys down to its level, and what is not has all of them, the rest empty.
  const amounts = countOf(
    rows.filter(({ currency, costCurrency }) => currency !== null || costCurrency !== null),
    ({ level, keys, currency, costCurrency }) => [keys.slice(0, level), currency, costCurrency],
  );
  if (amounts > MOST_AMOUNTS) throw tooManyRows(rows);
}

/** Why rows that were cut are no report. */
export function tooManyRows(rows: readonly RowOfLine[]): AppError {
  const lines = countOf(rows, ({ level, keys }) => keys.slice(0, level));
  return lines > MOST_LINES ? unreadable(`${MOST_LINES} lines`, '') : tooManyAmounts();
}

/**
 * Of a report of some pairs of currencies, that of none among them: how many rows it may have in its last level, and what is
 * said where it has more than those that were found.
 */
export function mostRows(pairs: number): {
  rows: number;
  refusal: (found: () => readonly RowOfLine[]) => AppError;
} {
  const ofLines = MOST_LINES * pairs;
  return ofLines > MOST_ROWS
    ? { rows: MOST_ROWS, refusal: (found) => tooManyRows(found()) }
    : { rows: ofLines, refusal: () => unreadable(`${MOST_LINES} lines`, '') };
}

function tooManyAmounts(): AppError {
  return unreadable(`${MOST_AMOUNTS} amounts in different currencies`, ', or leave out the amounts');
}

function countOf(rows: readonly RowOfLine[], what: (row: RowOfLine) => unknown): number {
  return new Set(rows.map((row) => JSON.stringify(what(row)))).size;
}

function unreadable(what: string, orElse: string): AppError {
  const message = `This report would have more than ${what}. Choose fewer groups, a shorter range or a filter${orElse}.`;
  return fieldError('validation_failed', 'groupBy', message);
}
