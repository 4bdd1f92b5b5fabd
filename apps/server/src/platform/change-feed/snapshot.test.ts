import { expect, test } from 'vitest';
import { isPartOf, parseSnapshot } from './snapshot.ts';

test.each([
  ['9', true],
  ['10', false],
  ['11', true],
  ['13', false],
  ['19', true],
  ['20', false],
  ['100', false],
])('transaction %s is part of 10:20:10,13: %s', (id, isThere) => {
  const snapshot = parseSnapshot('10:20:10,13');
  expect(snapshot && isPartOf(snapshot, id)).toBe(isThere);
});

test('numbers beyond 2^53 are told apart', () => {
  const snapshot = parseSnapshot('9007199254740993:9007199254740993:');
  expect(snapshot?.running).toEqual([]);
  expect(snapshot && isPartOf(snapshot, '9007199254740992')).toBe(true);
  expect(snapshot && isPartOf(snapshot, '9007199254740993')).toBe(false);
});

test.each(['', '1:2', '1:2:x', "1:2:3';drop", '1:2:3,', `1:2:${'9'.repeat(21)}`])(
  'not a snapshot: %s',
  (text) => {
    expect(parseSnapshot(text)).toBeNull();
  },
);
