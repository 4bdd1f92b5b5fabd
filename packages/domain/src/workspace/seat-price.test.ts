import { expect, test } from 'vitest';
import { chargeOf, parseSeatPrice } from './seat-price.ts';

test.each([
  ['9 EUR month', { amount: 900, currency: 'EUR', interval: 'month' }],
  [' 9.50 USD year ', { amount: 950, currency: 'USD', interval: 'year' }],
  ['0.29 EUR month', { amount: 29, currency: 'EUR', interval: 'month' }],
  ['1200 JPY month', { amount: 1200, currency: 'JPY', interval: 'month' }],
  ['3.125 KWD month', { amount: 3125, currency: 'KWD', interval: 'month' }],
  ['1.5 JPY month', null],
  ['9.505 EUR month', null],
  ['9,50 EUR month', null],
  ['9 eur month', null],
  ['-9 EUR month', null],
  ['9 EUR', null],
  ['9 EUR week', null],
  ['', null],
])('%j is read as %j', (text, price) => {
  expect(parseSeatPrice(text)).toEqual(price);
});

test('the charge is that of all seats', () => {
  expect(chargeOf({ amount: 950, currency: 'EUR', interval: 'month' }, 12)).toBe(11_400);
});
