import { expect, test } from 'vitest';
import { dateWords } from './date-words.ts';

test('English names, as designs show them', () => {
  const { months, weekdays, day } = dateWords('en');
  expect(months.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
  expect(weekdays.join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun');
  expect(day(5)).toBe('5');
});

test('German names', () => {
  const { months, weekdays, day } = dateWords('de');
  expect(months.join(' ')).toBe('Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez');
  expect(weekdays.join(' ')).toBe('Mo Di Mi Do Fr Sa So');
  expect(day(5)).toBe('5.');
});
