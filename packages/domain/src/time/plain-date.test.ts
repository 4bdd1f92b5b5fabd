import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateOfDayNumber,
  datePartsOf,
  dayNumber,
  daysBetween,
  daysInMonth,
  isGivenDate,
  isGivenInstant,
  isPlainDate,
  plainDate,
  weekday,
} from './plain-date.ts';

const anyDate = fc
  .integer({ min: dayNumber('0001-01-01'), max: dayNumber('9999-12-31') })
  .map(dateOfDayNumber);

describe('what may be sent', () => {
  test.each(['1900-01-01', '2024-02-29', '2199-12-31'])('the date %s', (text) => {
    expect(isGivenDate(text)).toBe(true);
  });

  test.each([
    '',
    '0001-01-01',
    '1899-12-31',
    '2026-02-30',
    '2200-01-01',
    '9999-12-31',
    '+2026-01-01',
    'infinity',
  ])('not the date %s', (text) => {
    expect(isGivenDate(text)).toBe(false);
  });

  test.each(['2026-11-16T08:00Z', '2026-11-16T23:59:59.123456789+14:00', '1900-01-01T00:00:00-12:00'])(
    'the instant %s',
    (text) => {
      expect(isGivenInstant(text)).toBe(true);
    },
  );

  test.each([
    '2026-11-16',
    '2026-02-30T08:00:00Z',
    '2026-11-16T24:00:00Z',
    '2026-11-16T08:00:00+15:00',
    '2026-11-16T08:00:00',
    '9999-12-31T23:59:59Z',
  ])('not the instant %s', (text) => {
    expect(isGivenInstant(text)).toBe(false);
  });
});

describe('reading dates', () => {
  test.each(['2026-11-23', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    '%s is a date',
    (text) => {
      expect(isPlainDate(text)).toBe(true);
    },
  );

  test.each([
    '',
    '2023-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-04-00',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '٢٠٢٦-٠١-٠١',
  ])('%j is not', (text) => {
    expect(isPlainDate(text)).toBe(false);
  });

  test('parts and back', () => {
    expect(datePartsOf('2026-11-23')).toEqual({ year: 2026, month: 11, day: 23 });
    expect(plainDate(7, 3, 9)).toBe('0007-03-09');
    expect(() => plainDate(2026, 2, 30)).toThrow(RangeError);
    expect(() => datePartsOf('soon')).toThrow(RangeError);
  });

  test('a text is a date exactly when the language prints it back the same', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(fc.tuple(digits, digits, digits, digits), ([century, year, month, day]) => {
        const text = `${century}${year}-${month}-${day}`;
        const date = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text > '0001';
        expect(isPlainDate(text)).toBe(exists);
      }),
    );
  });
});

describe('arithmetic', () => {
  test.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-03-01', 11_017],
    ['2026-11-23', 20_780],
  ])('%s is day %i', (date, days) => {
    expect(dayNumber(date)).toBe(days);
    expect(dateOfDayNumber(days)).toBe(date);
  });

  test('agrees with the calendar of the language on every day of four centuries', () => {
    const wrong: string[] = [];
    for (let days = dayNumber('1800-01-01'); days <= dayNumber('2200-12-31'); days += 1) {
      const expected = new Date(days * 86_400_000);
      const date = dateOfDayNumber(days);
      if (date !== expected.toISOString().slice(0, 10) || weekday(date) % 7 !== expected.getUTCDay())
        wrong.push(date);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-02-29', 1, '2024-03-01'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-29', 7, '2026-04-05'],
  ])('%s plus %i days is %s', (date, days, result) => {
    expect(addDays(date, days)).toBe(result);
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-12-01', 1, '2027-01-01'],
    ['2024-02-29', 12, '2025-02-28'],
  ])('%s plus %i months is %s', (date, months, result) => {
    expect(addMonths(date, months)).toBe(result);
  });

  test('adding days and counting them agree', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) => {
        expect(addDays(a, daysBetween(a, b))).toBe(b);
        expect(Math.sign(daysBetween(a, b))).toBe(a < b ? 1 : a > b ? -1 : 0);
      }),
    );
  });

  test('beyond year 9999 and below year 1 there is no date', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError);
    expect(() => dateOfDayNumber(0.5)).toThrow(RangeError);
  });

  test.each([
    ['2026-11-23', 1],
    ['2026-11-29', 7],
    ['1969-12-28', 7],
    ['0001-01-01', 1],
  ])('%s is weekday %i', (date, day) => {
    expect(weekday(date)).toBe(day);
  });

  test('months have their lengths', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => daysInMonth(2023, month))).toEqual([
      31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    ]);
  });
});
