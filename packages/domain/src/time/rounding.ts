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
