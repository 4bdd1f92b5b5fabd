import { digitsOf, formatMoney as moneyAs } from '@stint/domain/workspace/formats.ts';
import { ownWays } from './formats.ts';

/** An amount of minor units as the workspace of this page writes numbers. */
export function formatMoney(amount: number, currency: string): string {
  return moneyAs(amount, currency, ownWays());
}

/** The minor units of an amount that somebody typed, with a point or a comma; null where it is none. */
export function parseMoney(typed: string, currency: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,12}(\.\d*)?$/.test(text)) return null;
  const amount = Math.round(Number(text) * 10 ** digitsOf(currency));
  return Number.isSafeInteger(amount) ? amount : null;
}

/** An amount of minor units as it stands in a field: `90.50`. */
export function typedMoney(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
