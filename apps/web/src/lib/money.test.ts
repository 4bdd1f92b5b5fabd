import { expect, test } from 'vitest';
import { formatMoney, parseMoney } from './money.ts';

test.each([
  ['90', 'EUR', 9000],
  ['90,5', 'EUR', 9050],
  ['90.555', 'EUR', 9056],
  ['1200', 'JPY', 1200],
  ['1.5', 'KWD', 1500],
  ['', 'EUR', null],
  ['-3', 'EUR', null],
  ['1,000.50', 'EUR', null],
  ['ten', 'EUR', null],
])('%j in %s is %j minor units', (typed, currency, amount) => {
  expect(parseMoney(typed, currency)).toBe(amount);
});

test('an amount is written with the digits of its currency', () => {
  expect(formatMoney(9050, 'EUR')).toContain('90.50');
  expect(formatMoney(1200, 'JPY')).toContain('1,200');
});
