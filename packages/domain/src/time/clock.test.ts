import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatClock, formatSeconds, parseClock } from './clock.ts';

test.each([
  ['9', 540],
  ['09:30', 570],
  ['930', 570],
  ['9.30', 570],
  ['17h15', 1035],
  ['17 h', 1020],
  ['9 Uhr', 540],
  ['5 pm', 1020],
  ['12am', 0],
  ['12:30 pm', 750],
  ['24:00', 1440],
  ['24:01', null],
  ['25', null],
  ['9:75', null],
  ['13 pm', null],
  ['nine', null],
  ['', null],
])('%s', (text, minutes) => {
  expect(parseClock(text)).toBe(minutes);
});

test('what is shown can be typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1440 }), (minutes) => {
      expect(parseClock(formatClock(minutes))).toBe(minutes);
    }),
  );
});

test.each([
  [0, '0:00:00'],
  [754, '0:12:34'],
  [90_061, '25:01:01'],
  [-30, '-0:00:30'],
])('%i seconds are written as %s', (seconds, written) => {
  expect(formatSeconds(seconds)).toBe(written);
});
