/** Input of the bar of billable and non-billable time, in minutes (or any one unit): what there is and what would fill the bar. */
export interface SplitInput {
  billable: number;
  nonBillable: number;
  /** Expected time; where it is 0 or less than there is, the bar is filled by what there is. */
  maximum: number;
}

/** Percentages of the bar to one decimal; the three always make 100, or all are 0 in an empty bar. */
export interface BillableSplit {
  billablePercent: number;
  nonBillablePercent: number;
  remainingPercent: number;
  /** There is more than the maximum. */
  isOverMaximum: boolean;
}

/** Shares of the progress bar. Negative amounts count as 0. */
export function billableSplit(input: SplitInput): BillableSplit {
  const [billable, nonBillable, maximum] = [
    atLeastZero(input.billable),
    atLeastZero(input.nonBillable),
    atLeastZero(input.maximum),
  ];
  const sum = billable + nonBillable;
  const whole = Math.max(maximum, sum);
  if (whole === 0)
    return { billablePercent: 0, nonBillablePercent: 0, remainingPercent: 0, isOverMaximum: false };
  const billableTenths = tenths(billable, whole);
  // two halves that both end in 5 would round up to 100.1 together
  const nonBillableTenths =
    sum === whole ? 1000 - billableTenths : Math.min(tenths(nonBillable, whole), 1000 - billableTenths);
  return {
    billablePercent: billableTenths / 10,
    nonBillablePercent: nonBillableTenths / 10,
    remainingPercent: (1000 - billableTenths - nonBillableTenths) / 10,
    isOverMaximum: maximum > 0 && sum > maximum,
  };
}

/** What one sentence says of billable time; minutes. */
export interface BillableSummary {
  recorded: number;
  /** Billable by recorded, the same base on every screen: what is expected has no part in it. */
  percent: number;
  /** What is missing to the expected time; 0 where it is reached or nothing is expected. */
  remaining: number;
}

/** The figures of the sentence about billable time. Negative amounts count as 0. */
export function billableSummary(input: SplitInput): BillableSummary {
  const [billable, nonBillable] = [atLeastZero(input.billable), atLeastZero(input.nonBillable)];
  const recorded = billable + nonBillable;
  return {
    recorded,
    percent: percentOf(billable, recorded),
    remaining: Math.max(0, atLeastZero(input.maximum) - recorded),
  };
}

/** A share in percent, rounded half-up to one decimal; 0 of nothing is 0. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? tenths(part, whole) / 10 : 0;
}

function tenths(part: number, whole: number): number {
  return Math.floor((part * 2000 + whole) / (2 * whole));
}

function atLeastZero(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}
