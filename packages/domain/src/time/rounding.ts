/** Which way minutes are rounded. */
export type RoundingDirection = 'up' | 'down' | 'nearest';

/** What is rounded as one: nothing, each entry, each person's day on a project, or the whole report. */
export type RoundingScope = 'none' | 'entry' | 'dayProject' | 'total';

/** A workspace's or report's rounding: to so many minutes. A step of 1 changes nothing. */
export interface RoundingRule {
  stepMinutes: number;
  direction: RoundingDirection;
  scope: RoundingScope;
}

/** What is added to twice the minutes before twice the step divides them and the rest is left out: exact multiples stay, halves go up. */
export function raisedBy({ stepMinutes, direction }: RoundingRule): number {
  const raised: Record<RoundingDirection, number> = {
    up: 2 * (stepMinutes - 1),
    down: 0,
    nearest: stepMinutes,
  };
  return raised[direction];
}

/** Minutes as the rule rounds them. */
export function roundMinutes(minutes: number, rule: RoundingRule): number {
  const { stepMinutes } = rule;
  return Math.floor((2 * minutes + raisedBy(rule)) / (2 * stepMinutes)) * stepMinutes;
}
