import { addDays, type PlainDate } from '@stint/domain/time/plain-date.ts';
import { weekEndOf, weekStartOf } from '@stint/domain/time/week.ts';

/** How strong a day is drawn: 0 for none, 4 for the most. */
type HeatLevel = 0 | 1 | 2 | 3 | 4;
export type HeatDay = { date: PlainDate; minutes: number; level: HeatLevel };
/** A week of the year, Monday first; days of other years are null. */
export type HeatWeek = { weekEndDate: PlainDate; days: (HeatDay | null)[] };

/** The days of a year by their weeks, in four steps up to the day with the most time. */
export function yearHeat(year: string, minutesOn: ReadonlyMap<PlainDate, number>): HeatWeek[] {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const most = Math.max(0, ...minutesOn.values());
  const weeks: HeatWeek[] = [];
  for (let end = weekEndOf(first); weekStartOf(end) <= last; end = addDays(end, 7)) {
    const start = weekStartOf(end);
    const days = Array.from({ length: 7 }, (_, at) => {
      const date = addDays(start, at);
      if (date < first || date > last) return null;
      const minutes = minutesOn.get(date) ?? 0;
      return { date, minutes, level: levelOf(minutes, most) };
    });
    weeks.push({ weekEndDate: end, days });
  }
  return weeks;
}

function levelOf(minutes: number, most: number): HeatLevel {
  if (minutes <= 0 || most <= 0) return 0;
  return Math.min(4, Math.ceil((minutes / most) * 4)) as HeatLevel;
}
