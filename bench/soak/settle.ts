import { weekEndOf } from '@stint/domain/time/week.ts';
import { type Caller, expectDone } from './caller.ts';
import { type Cell, contentOf, type PersonModel, type Status, sumOf, type WeekState } from './model.ts';
import type { Team } from './people.ts';

/** What a week holds for certain, once what was in doubt is decided by looking. */
type SettledWeek = { teamMemberID: string; weekEndDate: string; state: WeekState };

/** A team's work as it has to be found in every view. */
export type Settled = {
  weeks: SettledWeek[];
  /** Every entry there is, those of timers included. */
  cells: (Cell & { teamMemberID: string })[];
  inDoubt: { weeks: number; timers: number; tookEffect: number };
  differences: string[];
  compared: number;
};

type Sheet = {
  week: { status: Status; totalMinutes: number; billableMinutes: number };
  entries: (Cell & { timesheetID: string })[];
};

/**
 * Reads every week that anybody wrote to: what was acknowledged has to be there, to the entry, and what nobody answered
 * either wholly or not at all.
 */
export async function settle(
  caller: Caller,
  team: Team,
  people: readonly PersonModel[],
  timerWeeks: readonly string[],
): Promise<Settled> {
  const settled: Settled = {
    weeks: [],
    cells: [],
    inDoubt: { weeks: 0, timers: 0, tookEffect: 0 },
    differences: [],
    compared: 0,
  };
  const read = async (teamMemberID: string, weekEndDate: string): Promise<Sheet> => {
    const path = `/api/TimeSheet/GetByWeek/${teamMemberID}/${weekEndDate}`;
    return expectDone(await caller.call(team.owner, { method: 'GET', path }), path);
  };
  for (const person of people) {
    for (const week of person.weeks) {
      const sheet = await read(person.teamMemberID, week.weekEndDate);
      const state = settleWeek(settled, sheet, week);
      settled.weeks.push({ teamMemberID: person.teamMemberID, weekEndDate: week.weekEndDate, state });
      for (const cell of state.cells.values()) {
        settled.cells.push({ ...cell, teamMemberID: person.teamMemberID });
      }
    }
    const entries: Cell[] = [];
    for (const weekEndDate of timerWeeks)
      entries.push(...(await read(person.teamMemberID, weekEndDate)).entries);
    settleTimers(settled, person, entries);
  }
  return settled;
}

function settleWeek(settled: Settled, sheet: Sheet, week: PersonModel['weeks'][number]): WeekState {
  const { state, other } = week;
  const name = `${week.teamMemberID} ${week.weekEndDate}`;
  const isLike = (one: WeekState) =>
    contentOf(one.cells.values()) === contentOf(sheet.entries) && one.status === sheet.week.status;
  settled.compared += 1;
  if (other) settled.inDoubt.weeks += 1;
  const sums = sumOf(sheet.entries);
  if (sums.minutes !== sheet.week.totalMinutes || sums.billableMinutes !== sheet.week.billableMinutes) {
    settled.differences.push(
      `${name}: the week's row says ${sheet.week.totalMinutes}, its entries ${sums.minutes}`,
    );
  }
  if (other && isLike(other)) {
    settled.inDoubt.tookEffect += 1;
    return other;
  }
  if (!isLike(state)) {
    const wanted = sumOf(state.cells.values());
    settled.differences.push(
      `${name}: ${sheet.week.status} with ${sums.entries} entries, ${sums.minutes} min in place of ${state.status} with ${wanted.entries}, ${wanted.minutes} min`,
    );
  }
  const ids = new Set(sheet.entries.map(({ timesheetID }) => timesheetID));
  if (ids.size !== sheet.entries.length) settled.differences.push(`${name}: an entry is there twice`);
  return state;
}

/** A timer leaves its minutes once; over midnight as two entries. */
function settleTimers(settled: Settled, { teamMemberID, timers }: PersonModel, entries: Cell[]): void {
  const byComment = Map.groupBy(entries, ({ comment }) => comment);
  for (const timer of timers) {
    const found = byComment.get(timer.comment) ?? [];
    byComment.delete(timer.comment);
    settled.compared += 1;
    if (!timer.isSure) settled.inDoubt.timers += 1;
    for (const cell of found) settled.cells.push({ ...cell, teamMemberID });
    const { minutes } = sumOf(found);
    if (!timer.isSure && found.length === 0) continue;
    if (!timer.isSure) settled.inDoubt.tookEffect += 1;
    const isRight = found.every(
      ({ projectID, isBillable }) => projectID === timer.projectID && isBillable === timer.isBillable,
    );
    if (minutes !== timer.minutes || !isRight) {
      settled.differences.push(`${timer.comment}: ${minutes} min in place of ${timer.minutes}`);
    }
  }
  for (const comment of byComment.keys()) settled.differences.push(`nobody wrote "${comment}"`);
}

/** The Sundays of the weeks in which timers of a run lie. */
export function timerWeeksOf(startedAt: Date, endedAt: Date): string[] {
  const hourMs = 60 * 60_000;
  return [
    ...new Set(
      [new Date(startedAt.getTime() - hourMs), endedAt].map((at) => weekEndOf(at.toISOString().slice(0, 10))),
    ),
  ];
}
