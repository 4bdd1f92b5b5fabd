import { addWeeks, weekDays, weekEndOf } from '@stint/domain/time/week.ts';

/** Which sample project, by its place in the list. */
export type SampleEntry = {
  project: 0 | 1;
  workDate: string;
  minutes: number;
  isBillable: boolean;
  note: number;
};

/** Minutes of a working day on both projects; what is the same every day looks made up. */
const DAYS: readonly (readonly [website: number, brand: number])[] = [
  [240, 210],
  [315, 120],
  [180, 285],
  [360, 90],
  [150, 240],
];

/**
 * Two weeks as somebody works them, up to and with today: the former one whole, of this one the days that have been.
 * @param today YYYY-MM-DD
 */
export function sampleHours(today: string): { weekEndDate: string; entries: SampleEntry[] }[] {
  const thisWeek = weekEndOf(today);
  return [addWeeks(thisWeek, -1), thisWeek].map((weekEndDate) => ({
    weekEndDate,
    entries: weekDays(weekEndDate)
      .slice(0, DAYS.length)
      .filter((workDate) => workDate <= today)
      .flatMap((workDate, day) =>
        ([0, 1] as const).map((project) => ({
          project,
          workDate,
          minutes: DAYS[day]?.[project] ?? 60,
          isBillable: project === 0,
          note: (day + project) % 4,
        })),
      ),
  }));
}
