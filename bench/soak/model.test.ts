import { describe, expect, test } from 'vitest';
import { type Cell, contentOf, copyState, emptyWeek, sumOf } from './model.ts';
import { createRandom } from './random.ts';

const cell: Cell = {
  projectID: 'p1',
  workDate: '2026-11-16',
  minutes: 30,
  isBillable: true,
  comment: 'a',
};

describe('what a week holds', () => {
  test('is the same text in any order', () => {
    const other = { ...cell, minutes: 15 };
    expect(contentOf([cell, other])).toBe(contentOf([other, cell]));
  });

  test.each([
    ['minutes', { minutes: 31 }],
    ['day', { workDate: '2026-11-17' }],
    ['project', { projectID: 'p2' }],
    ['billable', { isBillable: false }],
    ['comment', { comment: 'b' }],
  ])('is another text with another %s', (_name, change) => {
    expect(contentOf([{ ...cell, ...change }])).not.toBe(contentOf([cell]));
  });

  test('is another text when an entry is there twice', () => {
    expect(contentOf([cell, cell])).not.toBe(contentOf([cell]));
  });

  test('sums minutes, and those that are billable', () => {
    expect(sumOf([cell, { minutes: 12, isBillable: false }])).toEqual({
      entries: 2,
      minutes: 42,
      billableMinutes: 30,
    });
  });
});

test('a copy of a state is changed without the state', () => {
  const { state } = emptyWeek('m1', '2026-11-22');
  copyState(state).cells.set('a', cell);
  expect(state.cells.size).toBe(0);
});

test('the same seed chooses the same, another one something else', () => {
  const draw = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 50 }, () => random.between(1, 6));
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(new Set(draw(7))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
