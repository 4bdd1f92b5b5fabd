import { digitsOf } from '@stint/domain/workspace/formats.ts';

/** What a column of a table holds; each form of file has its own way to say it. */
export type CellKind =
  | 'text'
  /** `YYYY-MM-DD`. */
  | 'date'
  /** `YYYY-MM-DD HH:MM:SS` on somebody's clock. */
  | 'time'
  /** Minutes, shown as hours. */
  | 'hours'
  | 'count'
  /** Minor units of a currency that another column names, as major units. */
  | 'money';

export type TableColumn = { head: string; kind: CellKind; width: number };
export type TableCell = string | number | null;

/** A table that is as long as it likes: rows come some at a time. */
export type Table = {
  name: string;
  columns: readonly TableColumn[];
  rows: AsyncIterable<readonly TableCell[][]>;
  /** Known when all rows were read; null where there is none. */
  totals: () => readonly TableCell[] | null;
};

/** Money as a number of major units. */
export function majorUnits(amount: number | null, currency: string | null): number | null {
  return amount === null || currency === null ? null : amount / 10 ** digitsOf(currency);
}
