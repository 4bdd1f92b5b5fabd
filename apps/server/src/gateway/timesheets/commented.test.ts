import { describe, expect, test } from 'vitest';
import { entriesOf, type Run, stretchesOf, weekOf, weeksOf, wholeWeeks } from './commented.ts';

const run = (weekEndDate: string, first: number, count: number): Run => ({ weekEndDate, first, count });

/** Of each week two stretches, the first of which has a gap. */
const runs = ['2026-11-08', '2026-11-15'].flatMap((week) => [
  run(week, 3, 2),
  run(week, 9, 1),
  run(week, 40, 3),
]);

describe('entries that are looked at stretch by stretch', () => {
  const stretches = stretchesOf(runs, 10);
  const narrowed = (isKept: (entry: number) => boolean) =>
    wholeWeeks(
      stretches.map(({ run, of }) => {
        const inside = of.map(({ first, count }) => ({ first: first - run.first, count }));
        return weekOf(
          run,
          entriesOf(inside).filter((entry) => isKept(run.first + entry)),
        );
      }),
    );

  test('are those of the week again, each week once', () => {
    expect(stretches).toHaveLength(4);
    const weeks = narrowed(() => true);
    expect(weeks.map(({ weekEndDate, count }) => [weekEndDate, count])).toEqual(
      weeksOf(runs).map(({ weekEndDate, count }) => [weekEndDate, count]),
    );
    expect(weeks.flatMap((week) => week.runs())).toEqual(runs);
  });

  test('and the numbers of those that are kept are those of the week', () => {
    expect(narrowed((entry) => [4, 40, 42].includes(entry)).map((week) => week.runs())).toEqual(
      ['2026-11-08', '2026-11-15'].map((week) => [run(week, 4, 1), run(week, 40, 1), run(week, 42, 1)]),
    );
  });
});
