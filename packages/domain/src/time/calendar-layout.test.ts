import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOut } from './calendar-layout.ts';

describe('layOut', () => {
  test('what stands alone, or only touches, has the whole width', () => {
    expect(
      layOut([
        { from: 540, to: 600 },
        { from: 600, to: 660 },
      ]),
    ).toEqual([
      { column: 0, span: 1, columns: 1 },
      { column: 0, span: 1, columns: 1 },
    ]);
  });

  test('what overlaps stands side by side, and takes what stays free to its right', () => {
    expect(
      layOut([
        { from: 540, to: 720 },
        { from: 560, to: 600 },
        { from: 580, to: 610 },
        { from: 630, to: 700 },
      ]),
    ).toEqual([
      { column: 0, span: 1, columns: 3 },
      { column: 1, span: 1, columns: 3 },
      { column: 2, span: 1, columns: 3 },
      { column: 1, span: 2, columns: 3 },
    ]);
  });

  const stretches = fc.array(
    fc
      .record({ from: fc.integer({ min: 0, max: 1400 }), lasts: fc.integer({ min: 1, max: 300 }) })
      .map(({ from, lasts }) => ({ from, to: from + lasts })),
    { maxLength: 30 },
  );

  test('no two things lie upon each other, none is outside, and what overlaps has columns of one width', () => {
    fc.assert(
      fc.property(stretches, (given) => {
        const shares = layOut(given);
        expect(shares).toHaveLength(given.length);
        for (const [index, { column, span, columns }] of shares.entries()) {
          expect(column).toBeGreaterThanOrEqual(0);
          expect(span).toBeGreaterThanOrEqual(1);
          expect(column + span).toBeLessThanOrEqual(columns);
          for (const [other, share] of shares.entries()) {
            const [a, b] = [given[index], given[other]];
            if (other === index || !a || !b || a.from >= b.to || b.from >= a.to) continue;
            expect(share.columns).toBe(columns);
            expect(column + span <= share.column || share.column + share.span <= column).toBe(true);
          }
        }
      }),
    );
  });

  test('there are no more columns than things at once', () => {
    fc.assert(
      fc.property(stretches, (given) => {
        const most = Math.max(
          0,
          ...given.map(({ from }) => given.filter((other) => other.from <= from && from < other.to).length),
        );
        expect(Math.max(0, ...layOut(given).map(({ columns }) => columns))).toBe(most);
      }),
    );
  });
});
