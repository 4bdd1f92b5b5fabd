import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DayEntry, inDayOrder, marksOf, mergeEntries, moveInOrder, splitEntry } from './day-list.ts';

const at = (clock: string) => `2026-11-16T${clock}:00.000Z`;
const entry = (timesheetID: string, change: Partial<DayEntry> = {}): DayEntry => ({
  timesheetID,
  minutes: 60,
  comment: '',
  startedAt: null,
  endedAt: null,
  sortOrder: 0,
  ...change,
});
const timed = (id: string, span: string) => {
  const [from = '', to = ''] = span.split('-');
  const minutes = (Date.parse(at(to)) - Date.parse(at(from))) / 60_000;
  return entry(id, { startedAt: at(from), endedAt: at(to), minutes });
};
const ids = (entries: readonly { timesheetID: string }[]) =>
  entries.map(({ timesheetID }) => timesheetID).join('');

test('entries stand as somebody put them, else by their start, those without times last and as they came', () => {
  expect(
    ids(inDayOrder([entry('c'), entry('d'), timed('b', '10:00-11:00'), timed('a', '09:00-10:00')])),
  ).toBe('abcd');
  expect(
    ids(
      inDayOrder([
        entry('a', { sortOrder: 2 }),
        { ...timed('b', '09:00-10:00'), sortOrder: 3 },
        entry('c', { sortOrder: 1 }),
      ]),
    ),
  ).toBe('cab');
});

describe('gaps and overlaps', () => {
  test.each([
    ['one after the other', '09:00-10:00', '10:00-11:00', { gapMinutes: 0, overlapMinutes: 0 }],
    ['a gap', '09:00-10:00', '10:30-11:00', { gapMinutes: 30, overlapMinutes: 0 }],
    ['an overlap', '09:00-10:00', '09:45-11:00', { gapMinutes: 0, overlapMinutes: 15 }],
    ['one within the other', '09:00-12:00', '10:00-10:20', { gapMinutes: 0, overlapMinutes: 20 }],
  ] as const)('%s', (_, a, b, expected) => {
    const marks = marksOf([timed('b', b), entry('without times'), timed('a', a)]);
    expect([...marks]).toEqual([['b', expected]]);
  });

  test('are measured from the latest end so far', () => {
    const marks = marksOf([timed('a', '09:00-12:00'), timed('b', '10:00-10:30'), timed('c', '12:15-13:00')]);
    expect(marks.get('c')).toEqual({ gapMinutes: 15, overlapMinutes: 0 });
  });
});

describe('splitting', () => {
  test('cuts the times at the same place', () => {
    expect(splitEntry(timed('a', '09:00-11:00'), 45)).toEqual([
      { minutes: 45, startedAt: at('09:00'), endedAt: at('09:45') },
      { minutes: 75, startedAt: at('09:45'), endedAt: at('11:00') },
    ]);
  });

  test.each([0, 60, 61, -5, 1.5])('%s of 60 minutes is no part', (first) => {
    expect(() => splitEntry(entry('a'), first)).toThrow(RangeError);
  });

  test('and merging again gives the same hours and times', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1440 }), fc.nat(), fc.boolean(), (minutes, cut, hasTimes) => {
        const startedAt = hasTimes ? at('00:00') : null;
        const endedAt = hasTimes ? new Date(Date.parse(at('00:00')) + minutes * 60_000).toISOString() : null;
        const [a, b] = splitEntry({ minutes, startedAt, endedAt }, 1 + (cut % (minutes - 1)));
        expect(mergeEntries(entry('a', a), entry('b', b))).toEqual({
          minutes,
          comment: '',
          startedAt,
          endedAt,
        });
      }),
    );
  });
});

test('merging keeps both comments, equal ones once, and refuses more than a day', () => {
  const said = (comment: string, minutes = 60) => entry('x', { comment, minutes });
  expect(mergeEntries(said('Logo'), said('Footer'))?.comment).toBe('Logo; Footer');
  expect(mergeEntries(said('Logo'), said('Logo '))?.comment).toBe('Logo');
  expect(mergeEntries(said('', 1000), said('', 441))).toBeNull();
});

describe('moving', () => {
  test('numbers only what stands elsewhere than it says', () => {
    const entries = [
      entry('a', { sortOrder: 1 }),
      entry('b', { sortOrder: 2 }),
      entry('c', { sortOrder: 3 }),
    ];
    const moved = moveInOrder(entries, 2, 1).map((each) => [each.entry.timesheetID, each.sortOrder]);
    expect(moved).toEqual([
      ['c', 2],
      ['b', 3],
    ]);
    expect(moveInOrder(entries, 0, 3)).toEqual([]);
    expect(moveInOrder(entries, 1, 1)).toEqual([]);
  });

  test('what was moved stands where it was put', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), fc.nat(), (count, a, b) => {
        const entries = Array.from({ length: count }, (_, index) => entry(String(index)));
        const [from, to] = [a % count, b % count];
        const orders = new Map(
          moveInOrder(entries, from, to).map((each) => [each.entry.timesheetID, each.sortOrder]),
        );
        const after = inDayOrder(
          entries.map((each) => ({ ...each, sortOrder: orders.get(each.timesheetID) ?? each.sortOrder })),
        );
        expect(after[to]?.timesheetID).toBe(entries[from]?.timesheetID);
      }),
    );
  });
});
