import { percentOf } from './billable-split.ts';

interface Amount {
  currency: string;
  /** Minor units. */
  amount: number;
}

/** What is billed less what it costs, in each currency: money of two currencies is never added. */
export function profitOf(amounts: readonly Amount[], costs: readonly Amount[]): Amount[] {
  const currencies = [...new Set([...amounts, ...costs].map(({ currency }) => currency))];
  const of = (some: readonly Amount[], currency: string) =>
    some.find((one) => one.currency === currency)?.amount ?? 0;
  return currencies.map((currency) => ({ currency, amount: of(amounts, currency) - of(costs, currency) }));
}

/**
 * Profit by what is billed, in percent to one decimal, negative where it costs more; null without anything billed, or where
 * bill and cost are in several currencies, between which there is no one share.
 */
export function marginPercent(amounts: readonly Amount[], costs: readonly Amount[]): number | null {
  const [profit, ...more] = profitOf(amounts, costs);
  const billed = amounts.find(({ currency }) => currency === profit?.currency)?.amount ?? 0;
  if (!profit || more.length > 0 || billed <= 0) return null;
  const percent = percentOf(Math.abs(profit.amount), billed);
  return profit.amount < 0 && percent > 0 ? -percent : percent;
}
