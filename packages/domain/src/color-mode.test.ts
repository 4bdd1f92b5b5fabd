import { expect, test } from 'vitest';
import { formatColorChoice, newestChoice, parseColorChoice } from './color-mode.ts';

test.each([
  ['dark.1763800000000', { mode: 'dark', at: 1_763_800_000_000 }],
  ['light.0', { mode: 'light', at: 0 }],
  ['dark', null],
  ['dark.', null],
  ['dark.-1', null],
  ['dark.1e9', null],
  ['purple.1', null],
  ['dark.1;x', null],
  ['dark.9999999999999999', null],
  [null, null],
  [{ mode: 'dark' }, null],
])('%j is the choice %j', (text, choice) => {
  expect(parseColorChoice(text)).toEqual(choice);
});

test('a choice is written as it is read', () => {
  expect(formatColorChoice({ mode: 'dark', at: 17 })).toBe('dark.17');
});

test('what was chosen last counts; of two at once the first', () => {
  const dark = { mode: 'dark', at: 5 } as const;
  const light = { mode: 'light', at: 6 } as const;
  expect(newestChoice(dark, light)).toBe(light);
  expect(newestChoice(light, dark)).toBe(light);
  expect(newestChoice(dark, { mode: 'light', at: 5 })).toBe(dark);
  expect(newestChoice(null, dark)).toBe(dark);
  expect(newestChoice(dark, null)).toBe(dark);
  expect(newestChoice(null, null)).toBeNull();
});
