import { expect, test } from 'vitest';
import { dateWords } from './date-words.ts';
import { addDays } from './plain-date.ts';
import { addWeeks, isWeekEnd, weekDays, weekEndOf, weekLabel, weekStartOf } from './week.ts';

test.each([
  ['2026-11-23', '2026-11-23', '2026-11-29'],
  ['2026-11-29', '2026-11-23', '2026-11-29'],
  ['2026-11-30', '2026-11-30', '2026-12-06'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
  ['2024-02-29', '2024-02-26', '2024-03-03'],
])('the week of %s runs from %s to %s', (date, monday, sunday) => {
  expect(weekStartOf(date)).toBe(monday);
  expect(weekEndOf(date)).toBe(sunday);
  expect(isWeekEnd(sunday)).toBe(true);
  expect(isWeekEnd(monday)).toBe(false);
  expect(weekDays(date)).toEqual([0, 1, 2, 3, 4, 5, 6].map((index) => addDays(monday, index)));
});

test.each([
  ['2026-11-29', '23–29 Nov 2026'],
  ['2026-12-06', '30 Nov – 6 Dec 2026'],
  ['2027-01-03', '28 Dec 2026 – 3 Jan 2027'],
  ['2026-11-25', '23–29 Nov 2026'],
])('the week of %s is labelled %s', (date, label) => {
  expect(weekLabel(date, dateWords('en'))).toBe(label);
});

test.each([
  ['2026-11-29', '23.–29. Nov 2026'],
  ['2026-12-06', '30. Nov – 6. Dez 2026'],
  ['2027-01-03', '28. Dez 2026 – 3. Jan 2027'],
])('in German the week of %s is labelled %s', (date, label) => {
  expect(weekLabel(date, dateWords('de'))).toBe(label);
});

test('weeks are counted forward and back', () => {
  expect(addWeeks('2026-11-29', 1)).toBe('2026-12-06');
  expect(addWeeks('2026-11-29', -1)).toBe('2026-11-22');
});
