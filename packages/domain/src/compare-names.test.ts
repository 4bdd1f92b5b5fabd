import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNames } from './compare-names.ts';

const plain = fc.string({
  unit: fc.constantFrom(...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))),
});
const any = fc.string({
  unit: fc.oneof(fc.constantFrom(...'aAbBzZ -.1ÄäßéØ'), fc.string({ minLength: 1, maxLength: 1 })),
});

test.each(['en', 'de'])('names stand in the order of the collation of %s', (language) => {
  fc.assert(
    fc.property(fc.oneof(plain, any), fc.oneof(plain, any), (a, b) => {
      expect(Math.sign(compareNames(a, b))).toBe(Math.sign(a.localeCompare(b, language)));
    }),
    { numRuns: 5_000 },
  );
});

test('marks, figures and letters, small ones before capitals', () => {
  const names = ['Zebra', 'apple', 'Apple', 'über', '10 boats', '2 boats', '(draft)', 'a b', 'ab', 'A-b'];
  expect(names.toSorted(compareNames)).toEqual([
    '(draft)',
    '10 boats',
    '2 boats',
    'a b',
    'A-b',
    'ab',
    'apple',
    'Apple',
    'über',
    'Zebra',
  ]);
});
