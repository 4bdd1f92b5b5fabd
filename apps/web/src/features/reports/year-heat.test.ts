import { expect, test } from 'vitest';
import { yearHeat } from './year-heat.ts';

test('each day of a year stands once, in its week, and those of its neighbours do not', () => {
  const weeks = yearHeat('2026', new Map());
  const days = weeks.flatMap((week) => week.days.flatMap((day) => day?.date ?? []));
  expect([days.length, new Set(days).size, days[0], days.at(-1)]).toEqual([
    365,
    365,
    '2026-01-01',
    '2026-12-31',
  ]);
  expect(weeks[0]?.days.slice(0, 4)).toEqual([null, null, null, expect.objectContaining({ level: 0 })]);
  expect(yearHeat('2024', new Map()).flatMap(({ days: all }) => all.filter(Boolean))).toHaveLength(366);
});

test('days are drawn in four steps up to the longest', () => {
  const minutes = new Map([
    ['2026-11-02', 480],
    ['2026-11-03', 120],
    ['2026-11-04', 121],
    ['2026-11-05', 1],
  ]);
  const level = new Map(
    yearHeat('2026', minutes).flatMap(({ days }) =>
      days.flatMap((day) => (day ? [[day.date, day.level]] : [])),
    ),
  );
  expect([...minutes.keys(), '2026-11-06'].map((date) => level.get(date))).toEqual([4, 1, 2, 1, 0]);
});
