/** The spread of a figure over the rounds of a run. */
export type Spread = { min: number; median: number; max: number };

/** @throws RangeError for no values: a figure without a measurement is none */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('no values');
  const sorted = values.toSorted((a, b) => a - b);
  return { min: sorted[0] as number, median: quantile(sorted, 0.5), max: sorted.at(-1) as number };
}

/**
 * A quantile of sorted values, between neighbours in proportion.
 * @param part 0 to 1
 */
export function quantile(sorted: readonly number[], part: number): number {
  const at = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]] as [number, number];
  return low + (high - low) * (at - Math.floor(at));
}

/**
 * Divides round by round: both sides of a ratio ran next to each other, so that the machine's drift cancels out.
 * @throws RangeError when the sides have different numbers of rounds
 */
export function ratiosOf(above: readonly number[], below: readonly number[]): number[] {
  if (above.length !== below.length) throw new RangeError('the sides have different numbers of rounds');
  return above.map((value, round) => value / (below[round] as number));
}
