import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginningAt, drawn, endingAt, firstFree, movedTo, snap } from './calendar-moves.ts';

const grid = { step: 15, minutes: 1440 };
const nine = { from: 540, to: 600 };

test('snapping takes the nearest line', () => {
  expect([snap(547, 15), snap(548, 15), snap(540, 60)]).toEqual([540, 555, 540]);
});

describe('drawing', () => {
  test('covers the steps of both ends, whichever way it went', () => {
    expect(drawn(547, 611, grid)).toEqual({ from: 540, to: 615 });
    expect(drawn(611, 547, grid)).toEqual({ from: 540, to: 615 });
    expect(drawn(547, 547, grid)).toEqual({ from: 540, to: 555 });
  });

  test('ends with the day, also with one of 23 hours', () => {
    expect(drawn(1439, 1500, grid)).toEqual({ from: 1425, to: 1440 });
    expect(drawn(1380, 1380, { step: 60, minutes: 1380 })).toEqual({ from: 1320, to: 1380 });
  });
});

describe('moving and resizing', () => {
  test('a move keeps the length and the day', () => {
    expect(movedTo(nine, -30, grid)).toEqual({ from: 0, to: 60 });
    expect(movedTo(nine, 2000, grid)).toEqual({ from: 1380, to: 1440 });
  });

  test('what lasts over midnight may still be moved', () => {
    expect(movedTo({ from: 1400, to: 1500 }, 1415, grid)).toEqual({ from: 1415, to: 1515 });
  });

  test('no end is pulled over its beginning', () => {
    expect(endingAt(nine, 500, grid)).toEqual({ from: 540, to: 555 });
    expect(beginningAt(nine, 700, grid)).toEqual({ from: 585, to: 600 });
  });

  test('what is shorter than a step stays as short', () => {
    expect(endingAt({ from: 540, to: 550 }, 541, grid)).toEqual({ from: 540, to: 550 });
  });

  test('whatever is done, a stretch within its day stays there and lasts at least a minute and at most 24 hours', () => {
    const cases = fc.record({
      all: fc.constantFrom(1380, 1440, 1500),
      by: fc.constantFrom(15, 30, 60),
      a: fc.nat(1439),
      b: fc.nat(1439),
      to: fc.integer({ min: -3000, max: 3000 }),
    });
    fc.assert(
      fc.property(cases, ({ all, by, a, b, to }) => {
        const day = { step: by, minutes: all };
        const before = drawn(Math.min(a, all - 1), Math.min(b, all - 1), day);
        const short = { from: before.from, to: Math.min(before.to, before.from + 1440) };
        for (const change of [movedTo, endingAt, beginningAt]) {
          const after = change(short, to, day);
          expect(after.from).toBeGreaterThanOrEqual(0);
          expect(after.to).toBeLessThanOrEqual(all);
          expect(after.to - after.from).toBeGreaterThanOrEqual(1);
          expect(after.to - after.from).toBeLessThanOrEqual(1440);
        }
      }),
    );
  });
});

test('the first free place is after what is taken, or where it was wished', () => {
  expect(firstFree([], 60, 540, 1440)).toBe(540);
  expect(firstFree([nine, { from: 630, to: 700 }], 60, 540, 1440)).toBe(700);
  expect(firstFree([nine], 30, 550, 1440)).toBe(600);
  expect(firstFree([{ from: 0, to: 1440 }], 30, 550, 1440)).toBe(550);
});
