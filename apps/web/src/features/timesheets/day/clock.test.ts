import { expect, test } from 'vitest';
import { clockAt, clockText, instantsOf, minutesOfField, timeFieldAt } from './clock.ts';

const zone = 'Europe/Zurich';

test.each([
  [0, '0:00'],
  [545, '9:05'],
  [1440, '0:00'],
  [1500, '1:00'],
])('%i minutes since midnight are %s', (minutes, expected) => {
  expect(clockText(minutes)).toBe(expected);
});

test.each([
  ['', null],
  ['09:05', 545],
  ['9', null],
  ['ab:cd', null],
])('a field with %j holds %s', (value, expected) => {
  expect(minutesOfField(value)).toBe(expected);
});

test('a field shows the clock of the zone, with two digits', () => {
  expect(timeFieldAt('2026-11-16T08:05:00Z', zone)).toBe('09:05');
  expect(clockAt('2026-11-16T08:05:00Z', zone)).toBe('9:05');
  expect(timeFieldAt(null, zone)).toBe('');
});

test.each([
  ['a plain span', '2026-11-16', { start: 540, end: 690 }, 150],
  ['one over midnight', '2026-11-16', { start: 1320, end: 60 }, 180],
  ['over an hour that is skipped', '2026-03-29', { start: 60, end: 240 }, 120],
  ['over an hour that comes twice', '2026-10-25', { start: 60, end: 240 }, 240],
])('%s lasts as long as it did', (_, date, span, minutes) => {
  const { startedAt, endedAt, ...rest } = instantsOf(date, span, zone);
  expect(rest.minutes).toBe(minutes);
  expect((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000).toBe(minutes);
});
