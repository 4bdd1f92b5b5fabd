/** The ways to look at a week, in the order of the switch, each with its key. */
export const timeViews = [
  { view: 'day', key: 'D' },
  { view: 'week', key: 'W' },
  { view: 'calendar', key: 'M' },
] as const;

export type TimeView = (typeof timeViews)[number]['view'];

/** The view that the address names; without one a phone shows a day, anything wider the sheet. */
export function timeViewOf(wished: string | undefined, isNarrow: boolean): TimeView {
  return timeViews.find(({ view }) => view === wished)?.view ?? (isNarrow ? 'day' : 'week');
}
