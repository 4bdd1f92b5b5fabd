import { stringify } from 'csv-stringify/sync';
import { guarded, type Table, type TableCell, type TableColumn } from './table.ts';

export type CsvForm = { delimiter: ',' | ';' | '\t'; decimal: '.' | ','; bom: boolean };

/** A table as CSV (RFC 4180). */
export async function* csvOf(table: Table, form: CsvForm): AsyncGenerator<string> {
  const { columns, rows } = table;
  const options = { delimiter: form.delimiter, record_delimiter: 'windows' } as const;
  yield `${form.bom ? '\u{feff}' : ''}${stringify([columns.map(({ head }) => head)], options)}`;
  for await (const some of rows) {
    yield stringify(
      some.map((row) => row.map((value, at) => cell(value, columns[at] as TableColumn, form))),
      options,
    );
  }
}

function cell(value: TableCell, { kind }: TableColumn, { decimal }: CsvForm): string | number | null {
  if (typeof value === 'string') return guarded(value);
  if (value === null || kind === 'count') return value;
  const figure = kind === 'hours' ? value / 60 : value;
  return figure
    .toFixed(4)
    .replace(/\.?0+$/, '')
    .replace('.', decimal);
}
