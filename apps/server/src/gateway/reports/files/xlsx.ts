import { guardFormula } from '@stint/domain/workspace/formula-guard.ts';
import type { CellValue, ColumnDef } from 'hucre/xlsx';
import type { CellKind, Table, TableCell } from './table.ts';

/** Days of Excel are counted from here: its 1 January 1900 is the first, and a 29 February that never was is among them. */
const dayZero = Date.UTC(1899, 11, 30);
const dayMs = 24 * 60 * 60_000;

const formats: Record<CellKind, string> = {
  text: '@',
  date: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm',
  hours: '[h]:mm',
  count: '0',
  money: '#,##0.00',
};

/**
 * A table as XLSX, streamed: memory does not grow with its rows, and a second sheet begins where the first is full. Dates are
 * dates and hours are times of more than a day, so that sums of them are hours.
 */
export async function* xlsxOf(table: Table): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const columns: ColumnDef[] = table.columns.map(({ head, kind, width }) => ({
    header: head,
    width,
    ...(kind === 'text' ? {} : { numFmt: formats[kind] }),
  }));
  const stream = writeXlsxStream(cellsOf(table), {
    name: table.name,
    columns,
    freezePane: { rows: 1 },
    zip64: false,
  });
  yield* stream as unknown as AsyncIterable<Uint8Array>;
}

async function* cellsOf({ rows, columns, totals }: Table): AsyncGenerator<CellValue[]> {
  const toRow = (row: readonly TableCell[]) =>
    row.map((value, at) => cell(value, columns[at]?.kind ?? 'text'));
  for await (const some of rows) for (const row of some) yield toRow(row);
  const last = totals();
  if (last) yield toRow(last);
}

function cell(value: TableCell, kind: CellKind): CellValue {
  if (value === null) return null;
  if (typeof value === 'number') return kind === 'hours' ? value / (24 * 60) : value;
  if (kind === 'date' || kind === 'time') return serial(value) ?? guardFormula(value);
  return guardFormula(value);
}

/** A date, or a date with a time, as Excel counts it: without a zone. */
function serial(text: string): number | null {
  const instant = Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`);
  return Number.isNaN(instant) ? null : (instant - dayZero) / dayMs;
}
