import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayExcess, dayTotal, totalOf, totalsBy, weekTotal } from './day-total.ts';

const entry = (workDate: string, minutes: number, isBillable = false, row = 'a') => ({
  workDate,
  minutes,
  isBillable,
  row,
});

test('nothing adds up to nothing', () => {
  expect(totalOf([])).toEqual({ minutes: 0, billableMinutes: 0, nonBillableMinutes: 0 });
});

test('billable and not billable make the whole', () => {
  expect(
    totalOf([{ minutes: 60, isBillable: true }, { minutes: 30, isBillable: false }, { minutes: 20 }]),
  ).toEqual({
    minutes: 110,
    billableMinutes: 60,
    nonBillableMinutes: 50,
  });
});

test.each([
  [0, false, 0],
  [1439, false, 0],
  [1440, false, 0],
  [1441, true, 1],
  [2880, true, 1440],
])('a day of %i minutes: flagged %s, %i over', (minutes, exceeded, overMinutes) => {
  expect(dayExcess(minutes)).toEqual({ exceeded, overMinutes });
});

test('a day counts its own entries', () => {
  const entries = [entry('2026-11-23', 1400, true), entry('2026-11-23', 70), entry('2026-11-24', 5)];
  expect(dayTotal(entries, '2026-11-23')).toEqual({
    date: '2026-11-23',
    minutes: 1470,
    billableMinutes: 1400,
    nonBillableMinutes: 70,
    exceeded: true,
    overMinutes: 30,
  });
  expect(dayTotal(entries, '2026-11-25')).toMatchObject({ minutes: 0, exceeded: false });
});

describe('a week', () => {
  const entries = [
    entry('2026-11-22', 999),
    entry('2026-11-23', 450, true),
    entry('2026-11-25', 1440),
    entry('2026-11-25', 15),
    entry('2026-11-29', 60, true),
    entry('2026-11-30', 999),
  ];

  test('runs from Monday to Sunday and names its flagged days', () => {
    const week = weekTotal(entries, '2026-11-26');
    expect(week.days.map((day) => day.minutes)).toEqual([450, 0, 1455, 0, 0, 0, 60]);
    expect(week).toMatchObject({ minutes: 1965, billableMinutes: 510, nonBillableMinutes: 1455 });
    expect(week.exceededDays.map((day) => [day.date, day.overMinutes])).toEqual([['2026-11-25', 15]]);
  });

  test('is the sum of its days, whatever the entries', () => {
    const dates = fc.integer({ min: 20, max: 30 }).map((day) => `2026-11-${day}`);
    const anyEntry = fc.record({
      workDate: dates,
      minutes: fc.integer({ min: 0, max: 1440 }),
      isBillable: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyEntry), (list) => {
        const week = weekTotal(list, '2026-11-25');
        expect(week.days.reduce((sum, day) => sum + day.minutes, 0)).toBe(week.minutes);
        expect(week.billableMinutes + week.nonBillableMinutes).toBe(week.minutes);
      }),
    );
  });
});

test('rows are summed by key in the order they appear', () => {
  const entries = [
    entry('2026-11-23', 10, true, 'b'),
    entry('2026-11-24', 20, false, 'a'),
    entry('2026-11-25', 5, false, 'b'),
  ];
  const rows = [...totalsBy(entries, (each) => each.row)];
  expect(rows).toEqual([
    ['b', { minutes: 15, billableMinutes: 10, nonBillableMinutes: 5 }],
    ['a', { minutes: 20, billableMinutes: 0, nonBillableMinutes: 20 }],
  ]);
});
