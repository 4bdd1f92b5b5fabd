/** What is expected of one entry. */
export type Cell = {
  projectID: string;
  workDate: string;
  minutes: number;
  isBillable: boolean;
  comment: string;
};

export type Status = 'open' | 'pending' | 'approved' | 'disapproved';

/** One state that a week may be in, and how many saves and steps led there. */
export type WeekState = {
  /** By id where the id is known, by a made-up name where the server chose it. */
  cells: Map<string, Cell>;
  status: Status;
  saves: number;
  steps: number;
};

/** What one person's week has to be at the end; `other` is the second possibility after a write that nobody answered. */
export type WeekModel = {
  teamMemberID: string;
  weekEndDate: string;
  state: WeekState;
  other: WeekState | null;
  /** Of the week's row, as the server told it last. */
  version: number;
};

/** What a timer has to have left, by the comment it carries; `isSure` is false when its stop was never answered. */
export type TimerModel = {
  comment: string;
  projectID: string;
  minutes: number;
  isBillable: boolean;
  isSure: boolean;
};

/** Everything that one person wrote. */
export type PersonModel = { teamMemberID: string; weeks: WeekModel[]; timers: TimerModel[] };

export type Sums = { entries: number; minutes: number; billableMinutes: number };

export function emptyWeek(teamMemberID: string, weekEndDate: string): WeekModel {
  const state: WeekState = { cells: new Map(), status: 'open', saves: 0, steps: 0 };
  return { teamMemberID, weekEndDate, state, other: null, version: 0 };
}

/** A copy that can be changed into what would be after a write. */
export function copyState(state: WeekState): WeekState {
  return { ...state, cells: new Map(state.cells) };
}

export function sumOf(cells: Iterable<Pick<Cell, 'minutes' | 'isBillable'>>): Sums {
  const sums = { entries: 0, minutes: 0, billableMinutes: 0 };
  for (const { minutes, isBillable } of cells) {
    sums.entries += 1;
    sums.minutes += minutes;
    if (isBillable) sums.billableMinutes += minutes;
  }
  return sums;
}

/** Cells as one text that does not depend on their order or their ids: equal texts, equal weeks. */
export function contentOf(cells: Iterable<Cell>): string {
  return [...cells]
    .map(({ workDate, projectID, minutes, isBillable, comment }) =>
      [workDate, projectID, minutes, isBillable, comment].join(' '),
    )
    .sort()
    .join('\n');
}
