import { expect, onTestFinished, test } from 'vitest';
import { ownFormats, writeAs } from '../../../lib/formats.ts';
import { clockAt, clockText, instantsOf, lineClockAt } from './clock.ts';

const zone = 'Europe/Zurich';

test.each([
  [0, '00:00'],
  [545, '09:05'],
  [1440, '00:00'],
  [1500, '01:00'],
])('%i minutes since midnight are %s', (minutes, expected) => {
  expect(clockText(minutes)).toBe(expected);
});

test('times are written as the workspace writes them; a line of quick add always has 24 hours', () => {
  const before = ownFormats();
  writeAs({ ...before, timeFormat: 'h12' });
  onTestFinished(() => writeAs(before));
  expect(clockAt('2026-11-16T13:05:00Z', zone)).toBe('2:05 PM');
  expect(lineClockAt('2026-11-16T13:05:00Z', zone)).toBe('14:05');
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
