import { expect, test } from 'vitest';
import { languages } from '../language.ts';
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

test.each(languages)('the names in %s are those that programs have', (language) => {
  const { months, weekdays } = dateWords(language);
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  expect(months).toEqual(Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 1))));
  expect(weekdays).toEqual(
    Array.from({ length: 7 }, (_, index) => weekday.format(Date.UTC(2024, 0, 1 + index))),
  );
});
