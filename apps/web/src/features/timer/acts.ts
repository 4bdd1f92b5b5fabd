import type { Timer, Work } from '../../entities/timer.ts';

/** What a person did with the timer, with its true times; kept on this device until the server has it. */
export type Act = (
  | { kind: 'start'; at: string; timeZone: string; work: Work; whenRunning: 'stop' | 'refuse' }
  | ({ kind: 'change'; work: Work; startedAt: string | null } & Meant)
  | ({ kind: 'stop'; at: string } & Meant)
  | ({ kind: 'discard' } & Meant)
  /** Begun and ended before the server heard of it; the id is for one that runs on since its stop is taken back. */
  | ({ kind: 'record'; startedAt: string; endedAt: string; timeZone: string; work: Work } & Meant)
) & {
  /** The same for every try, also after a reload. */
  key: string;
  /** It may have arrived: nothing is merged into it any more. */
  isSent: boolean;
};

/** The timer that was looked at; absent in what the release before kept on this device, where whatever runs is meant. */
type Meant = { timerID?: string | undefined };

type StartAct = Extract<Act, { kind: 'start' }>;
type RecordAct = Extract<Act, { kind: 'record' }>;
/** Without what the queue says of it. */
export type NewAct = Act extends infer One ? (One extends Act ? Omit<One, 'key' | 'isSent'> : never) : never;

/** A timer as it is shown; of version 0 while the server has not heard of it. */
export type Running = Pick<Timer, 'timerID' | 'startedAt' | 'timeZone' | 'version'> & { work: Work };

/** Whether a timer is still the one that it was: stopped and started again for the same work it is another. */
export function isSameTimer(a: Running, b: Running | null): boolean {
  return b !== null && a.timerID === b.timerID;
}

/** Whether an act is about the timer of this id. */
export function means(act: Act, timerID: string): boolean {
  return act.kind !== 'start' && (act.timerID === undefined || act.timerID === timerID);
}

/** What runs once everything that waits has arrived. */
export function runningAfter(server: Running | null, acts: readonly Act[]): Running | null {
  return acts.reduce(apply, server);
}

function apply(before: Running | null, act: Act): Running | null {
  if (act.kind === 'start')
    return { timerID: act.key, startedAt: act.at, timeZone: act.timeZone, version: 0, work: act.work };
  if (!before || !means(act, before.timerID)) return before;
  switch (act.kind) {
    case 'change':
      return {
        ...before,
        version: before.version + 1,
        work: act.work,
        startedAt: act.startedAt ?? before.startedAt,
      };
    case 'stop':
    case 'discard':
      return null;
    case 'record':
      return before;
  }
}

/** Adds an act; what the server has not been told of is told in one. */
export function addAct(acts: readonly Act[], act: Act): Act[] {
  const last = acts.at(-1);
  if (!last || last.isSent) return [...acts, act];
  const before = acts.slice(0, -1);
  if (last.kind === 'change' && act.kind !== 'start' && act.timerID === last.timerID) {
    if (act.kind === 'change') return [...before, { ...act, startedAt: act.startedAt ?? last.startedAt }];
    if (act.kind === 'discard') return addAct(before, act);
  }
  if (last.kind !== 'start' || !means(act, last.key)) return [...acts, act];
  if (act.kind === 'change') return [...before, { ...last, work: act.work, at: act.startedAt ?? last.at }];
  // What a start would have stopped has to be stopped all the same.
  if (last.whenRunning === 'stop') return [...acts, act];
  if (act.kind === 'stop') return [...before, recordOf(last, act)];
  return act.kind === 'discard' ? before : [...acts, act];
}

function recordOf(start: StartAct, { at, key }: { at: string; key: string }): RecordAct {
  const { at: startedAt, timeZone, work, key: timerID } = start;
  return { kind: 'record', startedAt, endedAt: at, timeZone, work, timerID, key, isSent: false };
}

/**
 * What is left after a start was refused: what was done with that timer must not be done to the one that runs instead.
 * Where it was stopped as well, its time is recorded; else the start is to be decided on.
 */
export function afterRefusedStart(acts: readonly Act[]): { refused: StartAct | null; rest: Act[] } {
  const [first, ...others] = acts;
  if (first?.kind !== 'start') return { refused: null, rest: [...acts] };
  let refused: StartAct = first;
  for (const [index, act] of others.entries()) {
    const rest = others.slice(index + 1);
    if (!means(act, first.key)) return { refused, rest: others.slice(index) };
    if (act.kind === 'change') refused = { ...refused, work: act.work, at: act.startedAt ?? refused.at };
    else if (act.kind === 'stop') return { refused: null, rest: [recordOf(refused, act), ...rest] };
    else if (act.kind === 'discard') return { refused: null, rest };
    else return { refused, rest: others.slice(index) };
  }
  return { refused, rest: [] };
}

/** Takes back a stop that was not sent. @returns null where it was */
export function takeBack(acts: readonly Act[], key: string): Act[] | null {
  const act = acts.at(-1);
  if (!act || act.isSent || act.key !== key) return null;
  const before = acts.slice(0, -1);
  if (act.kind === 'stop') return before;
  if (act.kind !== 'record') return null;
  const { startedAt: at, timeZone, work, timerID } = act;
  const start = { at, timeZone, work, key: timerID ?? key };
  return [...before, { kind: 'start', ...start, whenRunning: 'refuse', isSent: false }];
}
