import { expect, test } from 'vitest';
import { isKey, keepOwnKeys, meantKey, type OwnKeys, ownKey, readOwnKeys } from './own-keys.ts';

const own: OwnKeys = { isOff: false, chosen: { n: 'q', '[': 'ö' } };

test.each([
  ['q', 'n', 'a key of one’s own stands for the named one'],
  ['Q', 'n', 'also with Shift'],
  ['n', null, 'whose place is free then'],
  ['ö', '[', 'signs that a keyboard has not are replaced by those it has'],
  ['t', 't', 'others stay'],
])('%s stands for %s: %s', (pressed, meant, _why) => {
  expect(meantKey(pressed, own)).toBe(meant);
});

test('two may change places, and off is off', () => {
  const swapped = { isOff: false, chosen: { a: 'x', x: 'a' } };
  expect([meantKey('a', swapped), meantKey('x', swapped)]).toEqual(['x', 'a']);
  expect(meantKey('q', { ...own, isOff: true })).toBeNull();
  expect([ownKey('N', own), ownKey('T', own)]).toEqual(['q', 'T']);
});

test.each([
  ['a', true],
  ['ß', true],
  ['?', true],
  ['7', false],
  [' ', false],
  ['Enter', false],
  ['', false],
])('%j can be a key of one’s own: %s', (text, is) => {
  expect(isKey(text)).toBe(is);
});

test('they are kept for each person; what is no key is left out, and no storage is no harm', () => {
  const kept = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  keepOwnKeys('ada', own, storage);
  expect([readOwnKeys('ada', storage), readOwnKeys('bo', storage)]).toEqual([
    own,
    { isOff: false, chosen: {} },
  ]);
  kept.set('stint.keys-ada', '{"isOff":1,"chosen":{"n":"Enter","t":5,"a":"y"}}');
  expect(readOwnKeys('ada', storage)).toEqual({ isOff: false, chosen: { a: 'y' } });
  const none = () => {
    throw new Error('no storage');
  };
  keepOwnKeys('ada', own, none);
  expect(readOwnKeys('ada', none)).toEqual({ isOff: false, chosen: {} });
});
