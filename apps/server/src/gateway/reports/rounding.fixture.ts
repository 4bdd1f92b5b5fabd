import type { PlainDate } from '@stint/domain/time/plain-date.ts';
import type { RoundingDirection, RoundingRule, RoundingScope } from '@stint/domain/time/rounding.ts';

// The rule of rounding in words of its own, entry by entry: what the statements of reports are compared with.

/** What rounding needs of an entry. */
export interface RoundableEntry {
  minutes: number;
  workDate: PlainDate;
  projectID: string;
  teamMemberID: string;
}

/**
 * Rounds minutes to a multiple of a step; exact multiples stay and halves go up.
 * @throws RangeError when the step is not a positive whole number.
 */
export function roundMinutes(minutes: number, stepMinutes: number, direction: RoundingDirection): number {
  if (!Number.isSafeInteger(stepMinutes) || stepMinutes < 1)
    throw new RangeError(`not a step: ${stepMinutes}`);
  const remainder = minutes % stepMinutes;
  if (remainder === 0) return minutes;
  const below = minutes - remainder;
  const goesUp = direction === 'up' || (direction === 'nearest' && remainder * 2 >= stepMinutes);
  return goesUp ? below + stepMinutes : below;
}

/**
 * The rounded minutes of each entry, in the order given. Where several are rounded as one, the difference is shared out in
 * proportion, so that any grouping of the entries adds up to the same total.
 */
export function roundEntries(entries: readonly RoundableEntry[], rule: RoundingRule | null): number[] {
  const rounded = entries.map((entry) => entry.minutes);
  if (!rule || rule.scope === 'none') return rounded;
  for (const indexes of groups(entries, rule.scope)) {
    const raw = indexes.map((index) => entries[index]?.minutes ?? 0);
    const target = roundMinutes(sum(raw), rule.stepMinutes, rule.direction);
    const shares = shareOut(target, raw);
    for (const [position, index] of indexes.entries()) rounded[index] = shares[position] ?? 0;
  }
  return rounded;
}

/**
 * Splits a whole number in proportion to weights by largest remainder; the parts are whole and add up exactly. Without
 * any weight the first part takes all.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const weight = sum(weights);
  if (weight === 0) return weights.map((_, index) => (index === 0 ? total : 0));
  const parts = weights.map((each) => Math.floor((total * each) / weight));
  const byRemainder = weights
    .map((each, index) => ({ index, remainder: (total * each) % weight }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const left = total - sum(parts);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

function groups(entries: readonly RoundableEntry[], scope: RoundingScope): number[][] {
  if (scope === 'entry') return entries.map((_, index) => [index]);
  const found = new Map<string, number[]>();
  for (const [index, entry] of entries.entries()) {
    const key =
      scope === 'total' ? '' : JSON.stringify([entry.teamMemberID, entry.workDate, entry.projectID]);
    const group = found.get(key);
    if (group) group.push(index);
    else found.set(key, [index]);
  }
  return [...found.values()];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
