import {
  amountOf,
  type BillRateSources,
  billRate,
  findMemberRate,
  type MemberRate,
  type RatedEntry,
} from '../rates/rate.fixture.ts';

/** An entry as a budget in money counts it. */
export interface BudgetEntry extends RatedEntry {
  minutes: number;
  activityID: string | null;
}

/** All rates that bear on one project; amounts in minor units of its currency for one hour. */
export interface BudgetRates extends Omit<BillRateSources, 'activityRate'> {
  /** Rates of the activities that the project lists. */
  activityRates: ReadonlyMap<string, number>;
}

/** How much of a budget in money is used, and what of the billable time the figure does not tell. */
export interface BudgetUse {
  /** Minor units of the project's currency. */
  amount: number;
  /** Billable minutes to which no rate applies; they add nothing to the amount. */
  unpricedMinutes: number;
  /**
   * Billable minutes of people whose rate in force is in another currency: money of two currencies is never added, so
   * that rate is left out and the project's or the client's applies, if any.
   */
  otherCurrencyMinutes: number;
}

/**
 * What the time of a project is worth against its budget: each entry at the rate of its day, rounded once, then added,
 * so that the sum is that of any list of the same entries. What the statements of budgets are compared with.
 */
export function budgetUse(entries: readonly BudgetEntry[], rates: BudgetRates): BudgetUse {
  const use: BudgetUse = { amount: 0, unpricedMinutes: 0, otherCurrencyMinutes: 0 };
  for (const entry of entries) {
    if (!entry.isBillable) continue;
    const activityRate = rates.activityRates.get(entry.activityID ?? '') ?? null;
    const rate = billRate(entry, { ...rates, activityRate });
    if (rate === null) use.unpricedMinutes += entry.minutes;
    else use.amount += amountOf(entry.minutes, rate);
    if (rates.rateMode === 'member' && isPaidInOtherCurrency(entry, rates)) {
      use.otherCurrencyMinutes += entry.minutes;
    }
  }
  return use;
}

/** The person has a rate on that day, but none in the project's currency. */
function isPaidInOtherCurrency(entry: BudgetEntry, { currency, memberRates }: BudgetRates): boolean {
  const query = { ...entry, kind: 'bill' as const, date: entry.workDate };
  const inForce = (rate: MemberRate) =>
    findMemberRate([rate], { ...query, currency: rate.currency }) !== null;
  return findMemberRate(memberRates, { ...query, currency }) === null && memberRates.some(inForce);
}
