import { expect, test } from 'vitest';
import { mergeValues } from './merge-values.ts';

const before = { name: 'Pier', days: [8, 8], color: null as string | null, isOpen: true };

test('what nobody touched here is taken from who was faster, what was typed stays', () => {
  const mine = { ...before, name: 'Long pier' };
  const theirs = { ...before, days: [8, 4], color: '#123456' };
  expect(mergeValues(before, mine, theirs)).toEqual({
    values: { name: 'Long pier', days: [8, 4], color: '#123456', isOpen: true },
    taken: ['days', 'color'],
    disputed: ['name'],
  });
});

test('what both changed alike is no dispute, what both changed otherwise is', () => {
  const mine = { ...before, isOpen: false, name: 'Mine' };
  const theirs = { ...before, isOpen: false, name: 'Theirs' };
  expect(mergeValues(before, mine, theirs)).toEqual({ values: mine, taken: [], disputed: ['name'] });
});
