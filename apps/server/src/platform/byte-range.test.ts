import { expect, test } from 'vitest';
import { readRange } from './byte-range.ts';

test.each<[header: string | undefined, asked: ReturnType<typeof readRange>]>([
  [undefined, null],
  ['bytes=0-', { first: 0, last: 9 }],
  ['bytes=3-5', { first: 3, last: 5 }],
  ['bytes=3-500', { first: 3, last: 9 }],
  ['bytes=-4', { first: 6, last: 9 }],
  ['bytes=-40', { first: 0, last: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=5-3', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['rows=0-1', null],
  ['bytes=0x1-2', null],
])('of ten bytes, %s asks for %j', (header, asked) => {
  expect(readRange(header, 10)).toEqual(asked);
});
