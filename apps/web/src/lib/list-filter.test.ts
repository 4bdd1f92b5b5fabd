import { expect, test } from 'vitest';
import { longestFirst, longestWord } from './list-filter.ts';

test.each([
  ['', []],
  ['  harbour  of Kiel ', ['harbour', 'Kiel', 'of']],
  ['Pier 1700', ['1700', 'Pier']],
  ['a a a', ['a']],
])('of %j the gateway is asked for %j', (typed, words) => {
  expect(longestFirst(typed)).toEqual(words);
  expect(longestWord(typed)).toBe(words[0] ?? '');
});
