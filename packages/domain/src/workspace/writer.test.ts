import { expect, test } from 'vitest';
import { FIRST_FORMATS } from './formats.ts';
import { writerOf } from './writer.ts';

const all = (writer: ReturnType<typeof writerOf>) => [
  writer.date('2026-03-09'),
  writer.moment('2026-03-09 14:05:00'),
  writer.hours(7530),
  writer.count(1234),
  writer.amount(1234.5),
  writer.money(123_450, 'EUR'),
];

test('a workspace that has set nothing writes as the reader’s language does', () => {
  expect(all(writerOf(FIRST_FORMATS, 'en'))).toEqual([
    '2026-03-09',
    '2026-03-09 14:05',
    '125:30',
    '1,234',
    '1,234.50',
    '€1,234.50',
  ]);
});

test('all that is set reaches what is written, in either language', () => {
  const set = {
    dateFormat: 'D MMM YYYY',
    timeFormat: 'h12',
    numberFormat: 'de',
    durationFormat: 'decimal',
    decimalReading: 'decimal',
  } as const;
  expect(all(writerOf(set, 'de'))).toEqual([
    '9 Mär 2026',
    '9 Mär 2026 2:05 PM',
    '125,50',
    '1.234',
    '1.234,50',
    '1.234,50\u00a0€',
  ]);
  expect(writerOf(set, 'en').date('2026-03-09')).toBe('9 Mar 2026');
});
