import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  durationWay,
  formatDuration,
  formatHours,
  hoursFromMinutes,
  minutesFromHours,
  minutesOfDecimalHours,
  parseHours,
} from './hours.ts';

describe('parseHours', () => {
  test.each([
    ['7:30', 450],
    ['07:30', 450],
    ['7.5', 450],
    ['7,5', 450],
    ['7.50', 450],
    ['.5', 30],
    [',25', 15],
    ['7h30', 450],
    ['7h 30m', 450],
    ['7 h 30 min', 450],
    ['7h5', 425],
    ['7h', 420],
    ['7.5h', 450],
    ['1 hour 15 minutes', 75],
    ['450m', 450],
    ['90 min', 90],
    ['7', 420],
    [':30', 30],
    ['0:30', 30],
    ['0', 0],
    ['0:00', 0],
    ['24:00', 1440],
    ['24', 1440],
    ['1440m', 1440],
    ['  7:30\t', 450],
    ['7H30M', 450],
    ['0.33', 20],
    ['0.3333333333333', 20],
    ['0.29', 17],
    ['0.0083', 0],
    ['0.0084', 1],
    ['1.99', 119],
    ['1.999', 120],
  ])('%j is %i minutes', (text, minutes) => {
    expect(parseHours(text)).toEqual({ ok: true, minutes });
  });

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['25:61', 'minutesOutOfRange'],
    ['7:60', 'minutesOutOfRange'],
    ['7h75m', 'minutesOutOfRange'],
    ['24:01', 'tooLong'],
    ['24.1', 'tooLong'],
    ['25', 'tooLong'],
    ['450', 'tooLong'],
    ['1441m', 'tooLong'],
    ['99999999999999999999', 'tooLong'],
    ['-1', 'negative'],
    ['-1:30', 'negative'],
    ['\u22127.5', 'negative'],
    ['7:5', 'unreadable'],
    ['7:', 'unreadable'],
    [':', 'unreadable'],
    ['7.', 'unreadable'],
    ['.', 'unreadable'],
    ['h', 'unreadable'],
    ['7:30:00', 'unreadable'],
    ['7h30h', 'unreadable'],
    ['1e3', 'unreadable'],
    ['0x10', 'unreadable'],
    ['7 30', 'unreadable'],
    ['1,000.5', 'unreadable'],
    ['lunch', 'unreadable'],
    ['٧', 'unreadable'],
    [`${'0'.repeat(60)}7`, 'unreadable'],
  ])('%j is refused as %s', (text, reason) => {
    expect(parseHours(text)).toEqual({ ok: false, reason });
  });

  test.each([
    ['1.30', 90],
    ['1,30', 90],
    ['1.3', 90],
    ['1.05', 65],
    ['.45', 45],
    ['7.5h', 450],
    ['7:30', 450],
  ])('with decimals read as minutes, %j is %i minutes', (text, minutes) => {
    expect(parseHours(text, { decimalReading: 'minutes' })).toEqual({ ok: true, minutes });
  });

  test.each([
    ['1.60', 'minutesOutOfRange'],
    ['1.7', 'minutesOutOfRange'],
    ['1.305', 'unreadable'],
  ])('with decimals read as minutes, %j is refused as %s', (text, reason) => {
    expect(parseHours(text, { decimalReading: 'minutes' })).toEqual({ ok: false, reason });
  });

  test('a longer limit serves budgets', () => {
    expect(parseHours('1200:30', { maxMinutes: 1_000_000 })).toEqual({ ok: true, minutes: 72_030 });
  });

  test('reads back everything that formatHours writes within a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1440 }), (minutes) => {
        expect(parseHours(formatHours(minutes))).toEqual({ ok: true, minutes });
        expect(parseHours(`${minutes}m`)).toEqual({ ok: true, minutes });
      }),
    );
  });

  test('answers any text with whole minutes of a day or a reason, never an exception', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789:.,hm -') }));
    fc.assert(
      fc.property(text, fc.constantFrom('decimal' as const, 'minutes' as const), (input, decimalReading) => {
        const result = parseHours(input, { decimalReading });
        const minutes = result.ok ? result.minutes : 0;
        expect(Number.isInteger(minutes) && minutes >= 0 && minutes <= 1440).toBe(true);
      }),
    );
  });
});

describe('minutesFromHours', () => {
  test.each([
    [7.5, 450],
    [0, 0],
    [24, 1440],
    [1 / 3, 20],
    [0.1 + 0.2, 18],
    [10, 600],
  ])('%d hours', (hours, minutes) => {
    expect(minutesFromHours(hours)).toEqual({ ok: true, minutes });
  });

  test.each([
    [Number.NaN, 'unreadable'],
    [Number.POSITIVE_INFINITY, 'unreadable'],
    [-0.5, 'negative'],
    [24.01, 'tooLong'],
    [1e21, 'tooLong'],
  ])('%d is refused as %s', (hours, reason) => {
    expect(minutesFromHours(hours)).toEqual({ ok: false, reason });
  });

  test('every minute of a day survives the way to decimal hours and back', () => {
    for (let minutes = 0; minutes <= 1440; minutes += 1) {
      expect(minutesFromHours(hoursFromMinutes(minutes))).toEqual({ ok: true, minutes });
      expect(minutesOfDecimalHours(hoursFromMinutes(minutes))).toBe(minutes);
    }
  });

  test('the minutes reading pads what JSON dropped', () => {
    expect(minutesFromHours(1.3, { decimalReading: 'minutes' })).toEqual({ ok: true, minutes: 90 });
  });
});

describe('formatHours', () => {
  test.each([
    [0, '0:00'],
    [-0, '0:00'],
    [5, '0:05'],
    [450, '7:30'],
    [1440, '24:00'],
    [1441, '24:01'],
    [6000, '100:00'],
    [74_070, '1234:30'],
    [-90, '-1:30'],
    [-5, '-0:05'],
  ])('%i minutes are %s', (minutes, text) => {
    expect(formatHours(minutes)).toBe(text);
  });

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is a programming error', (minutes) => {
    expect(() => formatHours(minutes)).toThrow(RangeError);
  });
});

describe('formatDuration', () => {
  test.each([
    [0, '0.00'],
    [5, '0.08'],
    [440, '7.33'],
    [450, '7.50'],
    [1440, '24.00'],
    [-90, '-1.50'],
  ])('%i minutes are %s', (minutes, text) => {
    expect(formatDuration(minutes, { separator: '.' })).toBe(text);
    expect(formatDuration(minutes, { separator: ',' })).toBe(text.replace('.', ','));
  });

  test('every minute of a day is read back from what is shown', () => {
    for (let minutes = 0; minutes <= 1440; minutes += 1) {
      expect(parseHours(formatDuration(minutes, { separator: '.' }))).toEqual({ ok: true, minutes });
    }
  });

  test('where 7.50 is typed for 7 hours 50 minutes, nothing is shown as decimal hours', () => {
    const settings = { durationFormat: 'decimal', decimalReading: 'minutes' } as const;
    expect(durationWay(settings, () => '.')).toBe('clock');
    expect(durationWay({ ...settings, decimalReading: 'decimal' }, () => ',')).toEqual({ separator: ',' });
    expect(durationWay({}, () => '.')).toBe('clock');
  });
});
