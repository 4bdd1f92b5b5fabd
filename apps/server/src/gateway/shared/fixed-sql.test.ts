import { expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { fixedSql } from './fixed-sql.ts';

test('gives the same statement as the template, with its text made once', () => {
  const template = (args: Record<'a' | 'b', unknown>) =>
    sql`select ${args.a}::int + ${args.b}::int - ${args.a}::int`;
  const fixed = fixedSql(['a', 'b'], template);
  const [one, two] = [fixed({ a: 1, b: 2 }), fixed({ a: 3, b: null })];
  expect([one.text, one.values]).toEqual([template({ a: 1, b: 2 }).text, [1, 2, 1]]);
  expect([two.text, two.values]).toEqual([one.text, [3, null, 3]]);
});

test('refuses a value that is not an argument: it would be the same in every call', () => {
  expect(() => fixedSql(['a'], ({ a }) => sql`select ${a}, ${7}`)).toThrow('its arguments');
});
