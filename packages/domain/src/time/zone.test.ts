import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockMinutesAt, instantAt, isTimeZone, minutesInDay, plainDateAt, startOfDay } from './zone.ts';

test.each([
  ['Europe/Zurich', true],
  ['UTC', true],
  ['Pacific/Apia', true],
  ['Europe/Atlantis', false],
  ['+01:00', false],
  ['', false],
])('%j is a time zone: %s', (text, expected) => {
  expect(isTimeZone(text)).toBe(expected);
});

test.each([
  ['2026-11-23T23:30:00Z', 'Europe/Zurich', '2026-11-24', 30],
  ['2026-11-23T22:59:59Z', 'Europe/Zurich', '2026-11-23', 1439],
  ['2026-06-30T22:00:00Z', 'Europe/Zurich', '2026-07-01', 0],
  ['2026-11-23T00:30:00Z', 'America/Los_Angeles', '2026-11-22', 990],
  ['2026-11-23T12:00:00Z', 'Pacific/Kiritimati', '2026-11-24', 120],
  ['2026-11-23T18:30:00Z', 'Asia/Kathmandu', '2026-11-24', 15],
])('%s in %s is %s, minute %i', (instant, zone, date, minutes) => {
  expect(plainDateAt(new Date(instant), zone)).toBe(date);
  expect(clockMinutesAt(new Date(instant), zone)).toBe(minutes);
});

describe('the start of a day', () => {
  test.each([
    ['2026-11-23', 'UTC', '2026-11-23T00:00:00.000Z'],
    ['2026-11-23', 'Europe/Zurich', '2026-11-22T23:00:00.000Z'],
    ['2026-11-23', 'America/New_York', '2026-11-23T05:00:00.000Z'],
    // the clock jumps from 0:00 to 1:00
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // 1:00 is put back to 0:00, so 0:00 comes twice
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    // 0:00 is put back to 23:00 of the day before
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    // this date was left out
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s', (date, zone, instant) => {
    expect(startOfDay(date, zone).toISOString()).toBe(instant);
  });

  test.each([
    ['2026-11-23', 'Europe/Zurich', 1440],
    ['2026-03-29', 'Europe/Zurich', 1380],
    ['2026-10-25', 'Europe/Zurich', 1500],
    ['2026-10-04', 'Australia/Lord_Howe', 1410],
    ['2011-12-30', 'Pacific/Apia', 0],
  ])('%s in %s has %i minutes', (date, zone, minutes) => {
    expect(minutesInDay(date, zone)).toBe(minutes);
  });
});

describe('wall-clock times', () => {
  test('a time that comes twice is the first, a skipped one moves on', () => {
    expect(instantAt('2026-10-25', 150, 'Europe/Zurich').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(instantAt('2026-03-29', 150, 'Europe/Zurich').toISOString()).toBe('2026-03-29T01:30:00.000Z');
  });

  test('an unknown zone is an error', () => {
    expect(() => instantAt('2026-10-25', 0, 'Europe/Atlantis')).toThrow(RangeError);
    expect(() => plainDateAt(new Date(0), 'Europe/Atlantis')).toThrow(RangeError);
  });

  test('every whole minute leads back to itself, save the second time of one that comes twice', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Zurich',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    );
    const minute = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 });
    fc.assert(
      fc.property(zone, minute, (timeZone, minutes) => {
        const instant = new Date(minutes * 60_000);
        const again = instantAt(plainDateAt(instant, timeZone), clockMinutesAt(instant, timeZone), timeZone);
        expect([0, 30, 60]).toContain((instant.getTime() - again.getTime()) / 60_000);
      }),
    );
  });
});
