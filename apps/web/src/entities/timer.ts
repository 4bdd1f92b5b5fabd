import { queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type TimerOverview = Answer<'GET /Timer/Overview'>;
export type Timer = NonNullable<TimerOverview['timer']>;
export type TimerDraft = TimerOverview['drafts'][number];
/** What time is for, with the names that show it. */
export type Work = NonNullable<TimerOverview['last']>;
/** What became of a timer that was stopped. */
export type Kept = Answer<'POST /Timer/Stop'>;

/** What runs, what is no entry yet, and what was last. */
export function timerQuery(call: Call) {
  return queryOptions({
    queryKey: ['timer'],
    queryFn: ({ signal }) => call('GET /Timer/Overview', {}, { signal, tries: 2 }),
  });
}

/** What goes over the wire of what time is for. */
export function workBody({ projectID, activityID, comment, isBillable, tags }: Work) {
  return { projectID, activityID, comment, isBillable, tags };
}

/** One try each: whoever sends does the waiting. */
const once = (idempotencyKey: string) => ({ idempotencyKey, tries: 2 });

export function startTimer(call: Call, body: Body<'POST /Timer/Start'>, key: string) {
  return call('POST /Timer/Start', { body }, once(key));
}

export function changeTimer(call: Call, body: Body<'PUT /Timer'>, key: string) {
  return call('PUT /Timer', { body }, once(key));
}

export function stopTimer(call: Call, body: Body<'POST /Timer/Stop'>, key: string): Promise<Kept> {
  return call('POST /Timer/Stop', { body }, once(key));
}

export function recordTimer(call: Call, body: Body<'POST /Timer/Record'>, key: string): Promise<Kept> {
  return call('POST /Timer/Record', { body }, once(key));
}

export function discardTimer(call: Call, timerID: string | undefined, key: string) {
  return call('DELETE /Timer', { query: timerID === undefined ? {} : { timerID } }, once(key));
}

/** Lets a stopped timer run on. */
export function undoStop(call: Call, { saved, drafts, timerID }: Kept, timeZone: string): Promise<Timer> {
  const whose = timerID === undefined ? {} : { timerID };
  return call('POST /Timer/Undo', {
    body: { saved, drafts: drafts.map(({ draftID }) => draftID), ...whose, timeZone },
  });
}

export function mendDraft(
  call: Call,
  { draftID, version }: TimerDraft,
  fields: Omit<Body<'PUT /Timer/Drafts/:draftID'>, 'version'>,
): Promise<Kept> {
  return call('PUT /Timer/Drafts/:draftID', { params: { draftID }, body: { ...fields, version } });
}

export function discardDraft(call: Call, { draftID }: TimerDraft) {
  return call('DELETE /Timer/Drafts/:draftID', { params: { draftID } });
}
