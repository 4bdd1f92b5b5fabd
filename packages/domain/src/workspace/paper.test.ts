import { expect, test } from 'vitest';
import { paperOf } from './paper.ts';

test.each([
  ['Europe/Zurich', 'A4'],
  ['America/New_York', 'Letter'],
  ['America/Argentina/Buenos_Aires', 'Letter'],
  ['US/Pacific', 'Letter'],
  ['Pacific/Honolulu', 'Letter'],
  ['Pacific/Auckland', 'A4'],
  ['UTC', 'A4'],
])('an office in %s prints on %s', (timeZone, paper) => {
  expect(paperOf(timeZone)).toBe(paper);
});
