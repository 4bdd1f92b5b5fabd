import { expect, test } from 'vitest';
import { marginPercent, profitOf } from './report-money.ts';

const eur = (amount: number) => ({ currency: 'EUR', amount });
const usd = (amount: number) => ({ currency: 'USD', amount });

test('each currency has a profit of its own', () => {
  expect(profitOf([eur(10_000), usd(500)], [eur(4_000)])).toEqual([eur(6_000), usd(500)]);
  expect(profitOf([], [usd(300)])).toEqual([usd(-300)]);
});

test.each([
  [[eur(10_000)], [eur(4_000)], 60],
  [[eur(10_000)], [eur(12_500)], -25],
  [[eur(10_000)], [], 100],
  [[], [eur(4_000)], null],
  [[eur(10_000)], [usd(4_000)], null],
  [[], [], null],
])('%j billed, %j of cost: a margin of %s', (amounts, costs, percent) => {
  expect(marginPercent(amounts, costs)).toBe(percent);
});
