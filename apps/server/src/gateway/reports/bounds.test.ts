import { describe, expect, test } from 'vitest';
import { MOST_LINES, mostRows, requireAmounts } from './bounds.ts';

type Rows = Parameters<typeof requireAmounts>[0];

/** Rows of the lines of two groups with these numbers, one after the other. */
function linesOf(lines: number, row: Partial<Rows[number]>): Rows {
  return Array.from({ length: lines }, (_line, at) => ({
    level: 2,
    keys: [`p${at % 100}`, `a${at}`],
    currency: null,
    costCurrency: null,
    ...row,
  }));
}

/** In each of the lines some pairs of currencies. */
function amountsOf(lines: number, pairs: number): Rows {
  return Array.from({ length: pairs }, (_pair, at) => linesOf(lines, { currency: `C${at}` })).flat();
}

describe('the amounts of a report', () => {
  test('are as many as may be, and one more is refused', () => {
    const most = amountsOf(MOST_LINES, 4);
    expect(requireAmounts(most)).toBeUndefined();
    const more = [...most, ...linesOf(1, { currency: 'EUR' })];
    expect(() => requireAmounts(more)).toThrow(/80000 amounts/);
  });

  test('are none where a line has rounded minutes alone, or time without any price', () => {
    const rows = [...amountsOf(MOST_LINES, 4), ...linesOf(MOST_LINES, {})];
    expect(requireAmounts(rows)).toBeUndefined();
  });

  test('of a line that is packed and of one that is added up in SQL are the same', () => {
    const ofLevelOne = amountsOf(MOST_LINES / 2, 5).map((row, at) => ({
      ...row,
      level: 1,
      keys: [`p${at % (MOST_LINES / 2)}`],
    }));
    const rows = ofLevelOne.flatMap((row) => [row, { ...row, keys: [...row.keys, null] }]);
    expect(requireAmounts(rows)).toBeUndefined();
  });

  test('that are too many because the lines are, are refused for their lines', () => {
    expect(() => requireAmounts(amountsOf(MOST_LINES + 1, 4))).toThrow(/20000 lines/);
  });
});

describe('what is packed of a report', () => {
  test('may have as many rows as lines and amounts together', () => {
    expect([1, 4, 5, 6, 32].map((pairs) => mostRows(pairs).rows)).toEqual([
      20_000, 80_000, 100_000, 100_000, 100_000,
    ]);
  });

  test('is refused for what is too much of it', () => {
    const refused = (pairs: number, found: Rows) => mostRows(pairs).refusal(() => found).message;
    expect(refused(1, [])).toMatch(/20000 lines/);
    expect(refused(6, amountsOf(MOST_LINES, 5))).toMatch(/80000 amounts/);
    expect(refused(6, linesOf(5 * MOST_LINES, {}))).toMatch(/20000 lines/);
  });
});
