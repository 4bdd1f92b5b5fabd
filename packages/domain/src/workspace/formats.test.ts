import { describe, expect, test, vi } from 'vitest';
import { formatClock } from '../time/clock.ts';
import { formatDuration } from '../time/hours.ts';
import {
  decimalSeparator,
  digitsOf,
  FIRST_FORMATS,
  type Formats,
  formatMoney,
  formatNumber,
  isNumberFormat,
  waysOf,
} from './formats.ts';

const begun: Formats = { ...FIRST_FORMATS, durationFormat: 'decimal' };

describe('how a workspace writes', () => {
  test.each([
    ['what nobody has set follows who reads, in German', {}, 'de', ['1.234,5', '7,50']],
    ['what nobody has set follows who reads, in English', {}, 'en', ['1,234.5', '7.50']],
    ['what is set counts for everybody', { numberFormat: 'en' }, 'de', ['1,234.5', '7.50']],
    ['as in Switzerland', { numberFormat: 'de-CH' }, 'de', ['1’234.5', '7.50']],
    ['what is no language is as if nothing were set', { numberFormat: 'x' }, 'de', ['1.234,5', '7,50']],
    ['durations on the clock have no mark', { durationFormat: 'clock' }, 'de', ['1.234,5', '7:30']],
    ['nor where 7.50 is typed for 7:50', { decimalReading: 'minutes' }, 'en', ['1,234.5', '7:30']],
  ] as const)('%s', (_what, set, language, [number, duration]) => {
    const ways = waysOf({ ...begun, ...set }, language);
    // Which of two apostrophes Switzerland has depends on the age of the tables.
    expect(formatNumber(1234.5, ways, 1).replace("'", '’')).toBe(number);
    expect(formatDuration(450, ways.duration)).toBe(duration);
  });

  test.each([
    [0, '00:00', '12:00 AM'],
    [5, '00:05', '12:05 AM'],
    [570, '09:30', '9:30 AM'],
    [720, '12:00', '12:00 PM'],
    [1439, '23:59', '11:59 PM'],
    [1440, '24:00', '12:00 AM'],
  ])('%i minutes are %s or %s', (minutes, long, short) => {
    expect(formatClock(minutes, waysOf(begun, 'en').clock)).toBe(long);
    expect(formatClock(minutes, waysOf({ ...begun, timeFormat: 'h12' }, 'en').clock)).toBe(short);
  });

  test('money has the digits of its currency', () => {
    const ways = waysOf({ ...begun, numberFormat: 'en' }, 'de');
    expect(formatMoney(123_456, 'EUR', ways)).toBe('€1,234.56');
    expect(formatMoney(1234, 'JPY', ways)).toBe('¥1,234');
    expect([digitsOf('JPY'), digitsOf('EUR'), digitsOf('BHD')]).toEqual([0, 2, 3]);
  });

  test.each([
    ['en', true, '.'],
    ['de', true, ','],
    ['fr', true, ','],
    ['ar-EG', true, '.'],
  ] as const)('%s has its mark', (tag, isKnown, mark) => {
    expect(isNumberFormat(tag)).toBe(isKnown);
    expect(decimalSeparator(tag)).toBe(mark);
  });

  test.each(['en', 'en-US', 'de', 'de-CH'])(
    'small numbers are as Intl has them, without asking it: %s',
    (tag) => {
      const asked = vi.spyOn(Intl, 'NumberFormat');
      const values = [0, 0.04, 0.05, 0.25, 1.45, 7, 33.333, 82.25, 99.95, 999.94, 2 / 3, 1e-9];
      const written = values.map((value) =>
        [0, 1, 2].map((digits) => formatNumber(value, { numbers: tag }, digits)),
      );
      const separator = decimalSeparator(tag);
      // For the last one alone, which JavaScript itself writes with a power of ten.
      expect(asked.mock.calls.length).toBeLessThanOrEqual(3);
      asked.mockRestore();
      const intl = (value: number, digits: number) =>
        new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
          value,
        );
      expect(written).toEqual(values.map((value) => [0, 1, 2].map((digits) => intl(value, digits))));
      expect(intl(0.5, 1)).toBe(`0${separator}5`);
    },
  );

  test.each([-0.04, -5.5, 999.96, 1000, 1234.5, Number.NaN])('%d is written by Intl itself', (value) => {
    const intl = new Intl.NumberFormat('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    expect(formatNumber(value, { numbers: 'de' }, 1)).toBe(intl.format(value));
  });

  test.each(['', 'x', 'de_DE', '1,234.5'])('%j names no language', (tag) => {
    expect(isNumberFormat(tag)).toBe(false);
  });
});
