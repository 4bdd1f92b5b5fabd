import type { Row } from './sheet.ts';

/** A row in its place: the index counts through the whole sheet, for the arrow keys. */
export type PlacedRow = {
  row: Row;
  index: number;
  /** The row above is of the same project, whose name is not said again. */
  isContinued: boolean;
};

/** The rows of one client, with what they add up to; `clientName` is null for projects without a client. */
export type RowGroup = { clientName: string | null; minutes: number; rows: PlacedRow[] };

/** Rows under their clients, in the order in which they come. */
export function groupRows(rows: readonly Row[]): RowGroup[] {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) groups.set(row.clientName, [...(groups.get(row.clientName) ?? []), row]);
  let index = 0;
  return Array.from(groups, ([clientName, own]) => ({
    clientName,
    minutes: own.reduce((sum, { minutes }) => sum + minutes, 0),
    rows: own.map((row, at) => ({
      row,
      index: index++,
      isContinued: own[at - 1]?.projectID === row.projectID,
    })),
  }));
}
