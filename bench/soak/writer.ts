import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { expectDone } from './caller.ts';
import type { PersonModel, TimerModel } from './model.ts';
import { type Action, createWeekWriter, type WeekWriter, type WriterParts } from './week-writer.ts';

/** A Sunday long ago: weeks of the grid never meet the week in which timers run. */
const firstWeekEnd = '2010-01-03';
/** A week with more entries is not copied on, so that no day comes near 24:00. */
const mostToCopy = 14;
/** Ways a week may end after it was filled; the last state stays. */
const courses: readonly (readonly (Action | 'change' | 'decideTwice')[])[] = [
  [],
  ['Submit'],
  ['Submit', 'Withdraw', 'change', 'Submit'],
  ['Submit', 'Approve'],
  ['Submit', 'Approve', 'Reopen', 'change', 'Submit', 'Approve'],
  ['Submit', 'Disapprove'],
  ['Submit', 'Disapprove', 'change', 'Submit', 'Approve'],
  ['Submit', 'decideTwice'],
];

/** One person who works until the time is over, week after week. @param until by `performance.now()` */
export async function writeWeeks(parts: WriterParts, until: number): Promise<PersonModel> {
  const { seat, random } = parts;
  const model: PersonModel = { teamMemberID: seat.teamMemberID, weeks: [], timers: [] };
  const pause = () => sleep(random.between(600, 2000));
  let hasTimer = true;
  let before: WeekWriter | null = null;
  for (let at = 0; performance.now() < until; at++) {
    const writer = createWeekWriter(parts, addDays(firstWeekEnd, 7 * at));
    model.weeks.push(writer.week);
    await fillWeek(writer, before, parts, pause);
    before = writer.week.other === null ? writer : null;
    if (hasTimer && random.chance(0.5)) {
      const timer = await runTimer(parts);
      model.timers.push(timer);
      // What a timer in doubt would do to the next one is not known.
      hasTimer = timer.isSure;
    }
  }
  return model;
}

async function fillWeek(
  writer: WeekWriter,
  before: WeekWriter | null,
  { random }: WriterParts,
  pause: () => Promise<unknown>,
): Promise<void> {
  const isCopied = before !== null && before.week.state.cells.size <= mostToCopy && random.chance(0.4);
  const started = isCopied ? await writer.copyFrom(before.week) : await writer.add(random.between(2, 5));
  if (!started) return;
  for (let left = random.between(2, 6); left > 0; left--) {
    await pause();
    if (!(await writer.change())) return;
  }
  for (const step of random.oneOf(courses)) {
    await pause();
    const isKnown =
      step === 'change'
        ? await writer.change()
        : step === 'decideTwice'
          ? await writer.decideTwice()
          : await writer.step(step);
    if (!isKnown) return;
  }
}

const minuteMs = 60_000;

/** Starts a timer some whole minutes ago and stops it now. */
async function runTimer({ caller, team, seat, random, onProblem }: WriterParts): Promise<TimerModel> {
  const minutes = random.between(1, 40);
  const endedAt = Math.floor(Date.now() / minuteMs) * minuteMs;
  const timer: TimerModel = {
    comment: `timer ${newId().slice(-12)}`,
    projectID: random.oneOf(team.projectIDs),
    minutes,
    isBillable: random.chance(0.5),
    isSure: true,
  };
  const { comment, projectID, isBillable } = timer;
  const startedAt = new Date(endedAt - minutes * minuteMs).toISOString();
  const start = { comment, projectID, isBillable, startedAt, timeZone: 'UTC' };
  expectDone(
    await caller.call(seat, { method: 'POST', path: '/api/Timer/Start', body: start, key: newId() }),
    'Timer/Start',
  );
  const call = random.chance(0.3) ? caller.callOnce : caller.call;
  const body = { endedAt: new Date(endedAt).toISOString() };
  const stopped = await call(seat, { method: 'POST', path: '/api/Timer/Stop', body, key: newId() });
  if (stopped === null) return { ...timer, isSure: false };
  const answer = expectDone(stopped, 'Timer/Stop');
  if (answer.saved.length > 0 && answer.minutes !== minutes) onProblem(`${comment}: ${stopped.text}`);
  return timer;
}
