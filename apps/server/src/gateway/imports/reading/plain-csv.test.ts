import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachPlainRow } from './plain-csv.ts';

type Row = { line: number; cells: readonly string[] };

function plainRows(text: string): Row[] | null {
  const rows: Row[] = [];
  return eachPlainRow(text, ',', (row) => rows.push(row) > 0) ? rows : null;
}

/** Line ends of two letters within a cell are counted as two lines by the reader that forgives. */
function withoutLines(text: string, rows: Row[]) {
  return text.includes('\r') ? rows.map(({ cells }) => cells) : rows;
}

/** As the reader takes it that forgives what is written otherwise. */
function readRows(text: string): Row[] {
  const rows: Row[] = [];
  parse(text, {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    on_record(cells: string[], { lines }) {
      rows.push({ line: lines - cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0), cells });
      return null;
    },
  });
  return rows;
}

const letters = fc.array(fc.constantFrom('a', 'é', ' ', "'", ',', '"', '\n', '\r\n', '\r', ';'), {
  maxLength: 12,
});
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

test('what is written as the standard says is read as by the reader that forgives', () => {
  const cell = letters.map((some) => some.join('').replaceAll('\r', ''));
  const written = fc
    .tuple(cell, fc.boolean())
    .map(([text, isQuoted]) => (isQuoted || /[",\r\n]/.test(text) ? quoted(text) : text));
  const row = fc.array(written, { minLength: 1, maxLength: 5 }).map((cells) => cells.join(','));
  const rows = fc.array(row, { minLength: 1, maxLength: 6 });
  const texts = fc
    .tuple(rows, fc.boolean(), fc.boolean(), fc.boolean())
    .map(([lines, hasTwo, hasEnd, hasMark]) => {
      const text = (hasMark ? '\u{feff}' : '') + lines.join('\n') + (hasEnd ? '\n' : '');
      return hasTwo ? text.replaceAll('\n', '\r\n') : text;
    });
  const read = fc.sample(texts, 3000).map((text) => ({ text, plain: plainRows(text) }));
  expect(read.filter(({ plain }) => plain === null)).toEqual([]);
  for (const { text, plain } of read)
    expect(withoutLines(text, plain ?? [])).toEqual(withoutLines(text, readRows(text)));
});

test('of any letters the rows are the same, or it says that they are written otherwise', () => {
  const differing = fc.sample(letters, 3000).filter((some) => {
    const text = some.join('');
    const plain = plainRows(text);
    return (
      plain !== null && !isDeepStrictEqual(withoutLines(text, plain), withoutLines(text, readRows(text)))
    );
  });
  expect(differing).toEqual([]);
});

test.each([
  ['a mark inside of a cell', 'a,b"c\n'],
  ['more behind the end of a cell', 'a,"b" c\n'],
  ['a mark that is never closed', 'a,"b\nc,d\n'],
  ['lines that end in two ways', 'a,b\r\nc,d\ne,f\r\n'],
])('%s is left to the reader that forgives', (_what, text) => {
  expect(plainRows(text)).toBeNull();
});

test('a row is told by the line that it begins in, whatever lines its cells hold', () => {
  expect(plainRows('a,"b\r\n\r\nc"\r\nd,e\r\n')).toEqual([
    { line: 1, cells: ['a', 'b\r\n\r\nc'] },
    { line: 4, cells: ['d', 'e'] },
  ]);
});

/** A text that counts how many of its letters are looked at for a mark. */
class CountingText extends String {
  looked = 0;

  override indexOf(sought: string, from = 0): number {
    const found = super.indexOf(sought, from);
    this.looked += (found < 0 ? this.length : found) - from;
    return found;
  }
}

test.each([
  ['with one cell in quotation marks among many without', `${'a,'.repeat(20_000)}"b"\n`],
  ['with a line in every other cell', `${'"a\n",b,'.repeat(10_000)}c\n`],
  ['with a mark in every line, and no separator behind it', '"a",b\n"c"\n'.repeat(10_000)],
])('each letter of a row %s is looked at a few times', (_what, text) => {
  const counting = new CountingText(text);
  let rows = 0;
  expect(eachPlainRow(counting as unknown as string, ',', () => ++rows > 0)).toBe(true);
  expect(rows).toBe(text.includes('"c"') ? 20_000 : 1);
  expect(counting.looked).toBeLessThan(4 * text.length);
});

test('what is too long for a row is not read to its end', () => {
  const text = '"a",'.repeat(2_000_000);
  const counting = new CountingText(text);
  expect(eachPlainRow(counting as unknown as string, ',', () => true)).toBe(false);
  // Once for the end of its line, and then as far as a row may go.
  expect(counting.looked).toBeLessThan(1.2 * text.length);
});
