import { expect, test } from 'vitest';
import { isFreshProof } from './step-up.ts';

test.each([
  ['at once', '2026-03-01T10:00:00.000Z', true],
  ['to the millisecond ten minutes later', '2026-03-01T10:10:00.000Z', true],
  ['a millisecond after that', '2026-03-01T10:10:00.001Z', false],
])('a proof is fresh: %s', (_name, now, isFresh) => {
  expect(isFreshProof(new Date('2026-03-01T10:00:00.000Z'), new Date(now))).toBe(isFresh);
});
