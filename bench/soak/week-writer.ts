import { addDays } from '@stint/domain/time/plain-date.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import type { HttpAnswer } from '../../apps/server/src/testing/http-call.ts';
import { type Caller, expectDone, type Request } from './caller.ts';
import {
  type Cell,
  contentOf,
  copyState,
  emptyWeek,
  type Status,
  type WeekModel,
  type WeekState,
} from './model.ts';
import type { Seat, Team } from './people.ts';
import type { Random } from './random.ts';

export type WriterParts = {
  caller: Caller;
  team: Team;
  seat: Seat;
  random: Random;
  onProblem(text: string): void;
};

/** Writes to one week of one person and keeps what has to be there; every method says whether the week's state is known. */
export type WeekWriter = {
  week: WeekModel;
  add(count: number): Promise<boolean>;
  change(): Promise<boolean>;
  copyFrom(source: WeekModel): Promise<boolean>;
  step(action: Action): Promise<boolean>;
  /** Approved and disapproved at the same moment: one of them wins. */
  decideTwice(): Promise<boolean>;
};

export type Action = 'Submit' | 'Withdraw' | 'Approve' | 'Disapprove' | 'Reopen';

const after: Record<Action, Status> = {
  Submit: 'pending',
  Withdraw: 'open',
  Approve: 'approved',
  Disapprove: 'disapproved',
  Reopen: 'open',
};
const byOwner = new Set<Action>(['Approve', 'Disapprove', 'Reopen']);
/** How often a write whose answer was lost is left alone, as by a person who closes the tab. */
const shareAbandoned = 0.3;

type Entry = Cell & { timesheetID: string; version: number };

export function createWeekWriter(parts: WriterParts, weekEndDate: string): WeekWriter {
  const { caller, team, seat, random, onProblem } = parts;
  const { teamMemberID } = seat;
  const week = emptyWeek(teamMemberID, weekEndDate);
  const versions = new Map<string, number>();

  const newCell = (): Cell => ({
    projectID: random.oneOf(team.projectIDs),
    workDate: addDays(weekEndDate, -random.between(0, 6)),
    minutes: random.between(1, 59),
    isBillable: random.chance(0.7),
    comment: `soak ${newId().slice(-12)}`,
  });
  const someId = () => random.oneOf([...versions.keys()]);
  const expected = (edit: (state: WeekState) => void): WeekState => {
    const state = copyState(week.state);
    edit(state);
    state.saves += 1;
    return state;
  };
  const saveWeek = (upserts: unknown[], deletes: unknown[] = []): Request => ({
    method: 'PUT',
    path: '/api/TimeSheet/SaveWeek',
    body: { teamMemberID, weekEndDate, upserts, deletes },
    key: newId(),
  });

  /** Takes a week as it was answered for the truth, after comparing it with what it has to be. */
  function learn(
    sheet: { week: { version: number; totalMinutes: number }; entries: Entry[] },
    state: WeekState,
  ) {
    const found = contentOf(sheet.entries);
    if (found !== contentOf(state.cells.values())) {
      onProblem(`${teamMemberID} ${weekEndDate}: the answer differs from what was saved`);
    }
    state.cells = new Map(sheet.entries.map((entry) => [entry.timesheetID, entry]));
    versions.clear();
    for (const { timesheetID, version } of sheet.entries) versions.set(timesheetID, version);
    week.version = sheet.week.version;
    week.state = state;
  }

  async function commit(
    request: Request,
    state: WeekState,
    onDone: (answer: HttpAnswer) => void | Promise<void>,
  ): Promise<boolean> {
    const answer = await (random.chance(shareAbandoned) ? caller.callOnce : caller.call)(seat, request);
    if (answer === null) {
      week.other = state;
      return false;
    }
    expectDone(answer, `${request.method} ${request.path}`);
    await onDone(answer);
    return true;
  }

  async function readWeek(state: WeekState): Promise<void> {
    const path = `/api/TimeSheet/GetByWeek/${teamMemberID}/${weekEndDate}`;
    learn(expectDone(await caller.call(seat, { method: 'GET', path }), path), state);
  }

  async function saveMix(): Promise<boolean> {
    const [changed, removed] = [someId(), someId()];
    const [cell, added] = [newCell(), newCell()];
    const addedId = newId();
    const state = expected(({ cells }) => {
      if (removed !== changed) cells.delete(removed);
      cells.set(changed, cell).set(addedId, added);
    });
    const deletes = removed === changed ? [] : [{ timesheetID: removed, version: versions.get(removed) }];
    const upserts = [
      { timesheetID: changed, version: versions.get(changed), ...cell },
      { timesheetID: addedId, ...added },
    ];
    return commit(saveWeek(upserts, deletes), state, ({ json }) => learn(json, state));
  }

  async function addOne(): Promise<boolean> {
    const cell = newCell();
    const state = expected(({ cells }) => cells.set('new', cell));
    const request: Request = {
      method: 'POST',
      path: '/api/TimeSheet',
      body: { teamMemberID, ...cell },
      key: newId(),
    };
    return commit(request, state, () => readWeek(state));
  }

  async function changeOne(): Promise<boolean> {
    const [id, cell] = [someId(), newCell()];
    const state = expected(({ cells }) => cells.set(id, cell));
    const body = { ...cell, version: versions.get(id) };
    const request: Request = { method: 'PUT', path: `/api/TimeSheet/${id}`, body, key: newId() };
    return commit(request, state, () => readWeek(state));
  }

  async function removeOne(): Promise<boolean> {
    const id = someId();
    const state = expected(({ cells }) => cells.delete(id));
    const path = `/api/TimeSheet/${id}?version=${versions.get(id)}`;
    return commit({ method: 'DELETE', path, key: newId() }, state, () => readWeek(state));
  }

  /** Two tabs change one entry from the same version, at two processes: exactly one is taken. */
  async function raceOne(): Promise<boolean> {
    const id = someId();
    const cells = [newCell(), newCell()];
    const answers = await Promise.all(
      cells.map((cell) =>
        caller.call(seat, saveWeek([{ timesheetID: id, version: versions.get(id), ...cell }])),
      ),
    );
    const winners = answers.flatMap((answer, at) => (answer.status === 200 ? [at] : []));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    if (statuses.join() !== '200,409') {
      throw new Error(`two changes from one version: ${answers.map(({ text }) => text).join(' | ')}`);
    }
    const won = winners[0] as number;
    const state = expected((next) => next.cells.set(id, cells[won] as Cell));
    learn(answers[won]?.json, state);
    return true;
  }

  /** One request, sent twice at once with its key: done once, answered twice. */
  async function twin(): Promise<boolean> {
    const cell = newCell();
    const request: Request = {
      method: 'POST',
      path: '/api/TimeSheet',
      body: { teamMemberID, ...cell },
      key: newId(),
    };
    const answers = await Promise.all([caller.call(seat, request), caller.call(seat, request)]);
    const ids = new Set(answers.map((answer) => expectDone(answer, 'the same key twice').timesheetID));
    if (ids.size !== 1) onProblem(`${teamMemberID} ${weekEndDate}: one key made two entries`);
    const state = expected(({ cells }) => cells.set('new', cell));
    await readWeek(state);
    return true;
  }

  const stepRequest = (action: Action): Request => ({
    method: 'POST',
    path: `/api/TimeSheet/${action}`,
    body: {
      items: [{ teamMemberID, weekEndDate, version: week.version }],
      ...(action === 'Disapprove' || action === 'Reopen' ? { reason: 'Soak test' } : {}),
    },
  });
  const stepped = (action: Action): WeekState => ({
    ...copyState(week.state),
    status: after[action],
    steps: week.state.steps + 1,
  });

  function takeStep(state: WeekState, answer: HttpAnswer): void {
    const result = answer.json.results[0];
    if (result.status !== 200) throw new Error(`a step to ${state.status}: ${answer.text}`);
    week.version = result.week.version;
    week.state = state;
  }

  return {
    week,
    async add(count) {
      const cells = new Map(Array.from({ length: count }, () => [newId(), newCell()] as const));
      const state = expected((next) => {
        for (const [id, cell] of cells) next.cells.set(id, cell);
      });
      const upserts = [...cells].map(([timesheetID, cell]) => ({ timesheetID, ...cell }));
      return commit(saveWeek(upserts), state, ({ json }) => learn(json, state));
    },
    change: () =>
      versions.size < 2 ? addOne() : random.oneOf([saveMix, addOne, changeOne, removeOne, raceOne, twin])(),
    async copyFrom(source) {
      const include = random.oneOf(['hours', 'comments'] as const);
      const days = daysBetweenWeeks(source.weekEndDate, weekEndDate);
      const state = expected(({ cells }) => {
        for (const [id, cell] of source.state.cells) {
          const comment = include === 'comments' ? cell.comment : '';
          cells.set(`copy of ${id}`, { ...cell, comment, workDate: addDays(cell.workDate, days) });
        }
      });
      const body = { teamMemberID, from: source.weekEndDate, to: weekEndDate, include };
      const request: Request = { method: 'POST', path: '/api/TimeSheet/CopyWeek', body, key: newId() };
      return commit(request, state, ({ json }) => learn(json, state));
    },
    async step(action) {
      const who = byOwner.has(action) ? team.owner : seat;
      const state = stepped(action);
      const answer = await (random.chance(shareAbandoned) ? caller.callOnce : caller.call)(
        who,
        stepRequest(action),
      );
      if (answer === null) {
        week.other = state;
        return false;
      }
      takeStep(state, { ...answer, json: expectDone(answer, action) });
      return true;
    },
    async decideTwice() {
      const actions = ['Approve', 'Disapprove'] as const;
      const answers = await Promise.all(
        actions.map((action) => caller.call(team.owner, stepRequest(action))),
      );
      const won = answers.flatMap((answer, at) => (answer.json.results[0].status === 200 ? [at] : []));
      if (won.length !== 1) {
        throw new Error(`two decisions at once: ${answers.map(({ text }) => text).join(' | ')}`);
      }
      const at = won[0] as number;
      takeStep(stepped(actions[at] as Action), answers[at] as HttpAnswer);
      return true;
    },
  };
}

function daysBetweenWeeks(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
