import type { PlainDate } from './plain-date.ts';
import { weekDays, weekEndOf } from './week.ts';

/** The most a working day may have, in minutes, before it is flagged. */
export const MAX_DAY_MINUTES = 24 * 60;

/** What totals need of an entry. */
export interface CountedEntry {
  minutes: number;
  isBillable?: boolean | undefined;
}

/** An entry with its day. */
export interface DatedEntry extends CountedEntry {
  workDate: PlainDate;
}

/** Sums in whole minutes. */
export interface Total {
  minutes: number;
  billableMinutes: number;
  nonBillableMinutes: number;
}

/** The sums of one day, and by how many minutes it is over 24:00 (0 when it is not). Flagged, never refused. */
export interface DayTotal extends Total {
  date: PlainDate;
  exceeded: boolean;
  overMinutes: number;
}

/** The sums of one week, Monday to Sunday, and its flagged days, which keep it from being submitted. */
export interface WeekTotal extends Total {
  days: DayTotal[];
  exceededDays: DayTotal[];
}

/** Sums entries; every view, report and export goes through here, so that they agree to the minute. Entries without a mark are not billable. */
export function totalOf(entries: readonly CountedEntry[]): Total {
  let [minutes, billableMinutes] = [0, 0];
  for (const entry of entries) {
    minutes += entry.minutes;
    if (entry.isBillable) billableMinutes += entry.minutes;
  }
  return { minutes, billableMinutes, nonBillableMinutes: minutes - billableMinutes };
}

/** The sums of one day; entries of other days do not count. */
export function dayTotal(entries: readonly DatedEntry[], date: PlainDate): DayTotal {
  const total = totalOf(entries.filter((entry) => entry.workDate === date));
  return { date, ...total, ...dayExcess(total.minutes) };
}

/** Whether a day of that many minutes is flagged and by how much; exactly 24:00 is not. */
export function dayExcess(minutes: number): { exceeded: boolean; overMinutes: number } {
  const overMinutes = Math.max(0, minutes - MAX_DAY_MINUTES);
  return { exceeded: overMinutes > 0, overMinutes };
}

/** The sums of the week that holds a date and of each of its days; entries of other weeks do not count. */
export function weekTotal(entries: readonly DatedEntry[], date: PlainDate): WeekTotal {
  const sunday = weekEndOf(date);
  const days = weekDays(sunday).map((day) => dayTotal(entries, day));
  const total = totalOf(entries.filter((entry) => weekEndOf(entry.workDate) === sunday));
  return { ...total, days, exceededDays: days.filter((day) => day.exceeded) };
}

/** Entries that share a key, with their sums. Keys keep the order in which they first appear. */
export function totalsBy<Entry extends CountedEntry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Map<string, Total> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return new Map(Array.from(groups, ([key, group]) => [key, totalOf(group)]));
}
