import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { type CsvForm, csvOf } from './csv.ts';
import type { TableCell } from './table.ts';

const bits = ['a', '"', ',', ';', '\t', '\n', '\r', '\r\n', ' ', 'Ž王🛠', '0', '.'];
const columns = ['A "b"', 'N', 'C', 'D,;\t'].map((head) => ({ head, kind: 'text' as const, width: 1 }));

test.each([',', ';', '\t'] as const)(
  'what stands between %j is read back by another library as it was',
  async (delimiter) => {
    const texts = bits.flatMap((one) => bits.map((other) => `x${one}${other}`));
    const rows = texts.map((text, at): TableCell[] => [text, at % 3 ? 'z' : null, '', text]);
    const form: CsvForm = { delimiter, decimal: '.', bom: true };
    let file = '';
    const some = async function* () {
      yield rows.slice(0, 100);
      yield rows.slice(100);
    };
    for await (const piece of csvOf({ name: 'x', columns, rows: some(), totals: () => null }, form))
      file += piece;
    const back: string[][] = parse(file, { bom: true, delimiter, record_delimiter: '\r\n' });
    expect(back).toEqual([
      columns.map(({ head }) => head),
      ...rows.map((row) => row.map((value) => value ?? '')),
    ]);
  },
);
