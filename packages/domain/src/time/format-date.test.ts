import { expect, test } from 'vitest';
import { dateWords } from './date-words.ts';
import { DATE_FORMATS, formatDate, isDateFormat } from './format-date.ts';

test.each([
  ['YYYY-MM-DD', '2026-01-05'],
  ['DD.MM.YYYY', '05.01.2026'],
  ['DD/MM/YYYY', '05/01/2026'],
  ['MM/DD/YYYY', '01/05/2026'],
  ['D MMM YYYY', '5 Jan 2026'],
  ['M/D/YYYY', '1/5/2026'],
])('%s is written as %s', (format, text) => {
  expect(formatDate('2026-01-05', format)).toBe(text);
});

test('without a format it is the one a workspace begins with', () => {
  expect(formatDate('2026-11-20')).toBe('2026-11-20');
  expect(DATE_FORMATS[0]).toBe('YYYY-MM-DD');
});

test('months are named in the language of the reader', () => {
  expect(formatDate('2026-05-05', 'D MMM YYYY', dateWords('de'))).toBe('5 Mai 2026');
});

test.each([
  ...DATE_FORMATS.map((format) => [format, true] as const),
  ['D. M. YYYY', true],
  ['', false],
  ['YYYY', false],
  ['DD.MM.YY', false],
  ['DD.MM.DD', false],
  ['DD.MM.YYYY today', false],
] as const)('%j says how to write a full date: %s', (format, isOne) => {
  expect(isDateFormat(format)).toBe(isOne);
});
