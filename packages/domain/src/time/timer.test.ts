import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elapsedMinutes, isForgotten, splitTimer } from './timer.ts';
import { plainDateAt } from './zone.ts';

const split = (startedAt: string, endedAt: string, timeZone = 'Europe/Zurich') =>
  splitTimer({ startedAt: new Date(startedAt), endedAt: new Date(endedAt), timeZone }).map((part) => [
    part.workDate,
    part.minutes,
  ]);

test.each([
  [0, 0],
  [29_999, 0],
  [30_000, 1],
  [60_000, 1],
  [89_999, 1],
  [5_400_000, 90],
])('%i ms are %i minutes', (ms, minutes) => {
  expect(elapsedMinutes(new Date(1000), new Date(1000 + ms))).toBe(minutes);
});

describe('splitTimer', () => {
  test('stays whole within a day', () => {
    expect(split('2026-11-23T08:00:00Z', '2026-11-23T09:30:00Z')).toEqual([['2026-11-23', 90]]);
  });

  test('is cut at midnight of the zone, not of UTC', () => {
    expect(split('2026-11-23T22:00:00Z', '2026-11-24T00:30:00Z')).toEqual([
      ['2026-11-23', 60],
      ['2026-11-24', 90],
    ]);
    expect(split('2026-11-23T23:30:00Z', '2026-11-24T00:30:00Z', 'America/New_York')).toEqual([
      ['2026-11-23', 60],
    ]);
  });

  test('tells when each part began and ended', () => {
    const [first, second] = splitTimer({
      startedAt: new Date('2026-11-23T22:00:00Z'),
      endedAt: new Date('2026-11-24T00:30:00Z'),
      timeZone: 'Europe/Zurich',
    });
    expect(first?.endedAt).toEqual(new Date('2026-11-23T23:00:00Z'));
    expect(second?.startedAt).toEqual(first?.endedAt);
    expect(second?.endedAt).toEqual(new Date('2026-11-24T00:30:00Z'));
  });

  test('counts real hours where the clock is put forward or back', () => {
    expect(split('2026-03-29T00:00:00Z', '2026-03-29T02:00:00Z')).toEqual([['2026-03-29', 120]]);
    expect(split('2026-03-28T22:30:00Z', '2026-03-29T22:30:00Z')).toEqual([
      ['2026-03-28', 30],
      ['2026-03-29', 1380],
      ['2026-03-30', 30],
    ]);
  });

  test('a day of 25 hours becomes two entries', () => {
    expect(split('2026-10-24T21:00:00Z', '2026-10-26T00:00:00Z')).toEqual([
      ['2026-10-24', 60],
      ['2026-10-25', 1440],
      ['2026-10-25', 60],
      ['2026-10-26', 60],
    ]);
  });

  test('a date that was left out gets nothing', () => {
    expect(split('2011-12-30T09:00:00Z', '2011-12-30T11:00:00Z', 'Pacific/Apia')).toEqual([
      ['2011-12-29', 60],
      ['2011-12-31', 60],
    ]);
  });

  test('seconds around midnight neither get lost nor appear', () => {
    expect(split('2026-11-23T22:59:40Z', '2026-11-23T23:00:20Z')).toEqual([['2026-11-24', 1]]);
    expect(split('2026-11-23T22:00:20Z', '2026-11-24T00:00:40Z')).toEqual([
      ['2026-11-23', 60],
      ['2026-11-24', 60],
    ]);
  });

  test('less than half a minute is nothing', () => {
    expect(split('2026-11-23T08:00:00Z', '2026-11-23T08:00:29Z')).toEqual([]);
    expect(split('2026-11-23T08:00:00Z', '2026-11-23T08:00:00Z')).toEqual([]);
  });

  test('time does not run backwards', () => {
    expect(() => split('2026-11-23T08:00:00Z', '2026-11-23T07:59:59Z')).toThrow(RangeError);
    expect(() => split('nonsense', '2026-11-23T07:59:59Z')).toThrow(RangeError);
    expect(() => split('2026-11-23T08:00:00Z', '2026-11-23T09:00:00Z', 'Europe/Atlantis')).toThrow(
      RangeError,
    );
  });

  test('parts follow each other, add up, and lie on their own dates', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Zurich',
      'America/Havana',
      'America/St_Johns',
      'Australia/Lord_Howe',
    );
    const start = fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(zone, start, fc.integer({ min: 0, max: 5 * 86_400_000 }), (timeZone, from, length) => {
        const span = { startedAt: new Date(from), endedAt: new Date(from + length), timeZone };
        const parts = splitTimer(span);
        expect(parts.reduce((sum, part) => sum + part.minutes, 0)).toBe(
          elapsedMinutes(span.startedAt, span.endedAt),
        );
        for (const part of parts) {
          expect(part.minutes).toBeLessThanOrEqual(1440);
          expect(part.workDate).toBe(plainDateAt(part.startedAt, timeZone));
        }
      }),
    );
  });
});

test.each([
  ['thirty-one days', '2026-02-01T10:00:00.000Z', false],
  ['a millisecond more', '2026-02-01T10:00:00.001Z', true],
])('a timer that runs for %s is forgotten or not', (_name, until, isOver) => {
  expect(isForgotten(new Date('2026-01-01T10:00:00.000Z'), new Date(until))).toBe(isOver);
});
