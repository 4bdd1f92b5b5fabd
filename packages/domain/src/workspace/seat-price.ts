import { digitsOf } from './formats.ts';

/** What one seat costs in each period. */
export interface SeatPrice {
  /** Minor units of the currency. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  interval: 'month' | 'year';
}

/** Reads a price as an operator writes it, `9.50 EUR month`; null where it is none. */
export function parseSeatPrice(text: string): SeatPrice | null {
  const [, amount, currency, interval] =
    /^(\d{1,9}(?:\.\d{1,3})?) ([A-Z]{3}) (month|year)$/.exec(text.trim()) ?? [];
  if (!amount || !currency || !interval) return null;
  const minor = Number(amount) * 10 ** digitsOf(currency);
  const isWhole = Math.abs(minor - Math.round(minor)) < 1e-6;
  return isWhole
    ? { amount: Math.round(minor), currency, interval: interval as SeatPrice['interval'] }
    : null;
}

/** What a number of seats costs in each period, in minor units. */
export function chargeOf({ amount }: SeatPrice, seats: number): number {
  return amount * seats;
}
