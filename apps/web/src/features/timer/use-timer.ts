import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Timer, timerQuery, type Work } from '../../entities/timer.ts';
import { useApp } from '../../lib/app-context.ts';
import type { Session } from '../../lib/session.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { type Running, runningAfter } from './acts.ts';
import { createTimerBoxStore } from './timer-box.ts';
import { createTimerStore, type TimerStore } from './timer-store.ts';

/** One for each session of a page: the queue goes on while the line is drawn anew. */
const stores = new WeakMap<Session, TimerStore>();

export function timerStoreOf(session: Session, queryClient: QueryClient): TimerStore {
  const known = stores.get(session);
  if (known) return known;
  const box = createTimerBoxStore(() => localStorage, {
    userId: session.auth.user()?.userUuid ?? 'unknown',
    tenantId: session.settings.workspace?.tenantId ?? 'unknown',
  });
  const alone = (work: () => Promise<void>) =>
    navigator.locks ? navigator.locks.request(box.key, work) : work();
  const store = createTimerStore({ call: session.call, queryClient, box, alone });
  stores.set(session, store);
  return store;
}

export type TimerView = ReturnType<typeof useTimer>;

/** What the timer's line shows and does. */
export function useTimer() {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const store = timerStoreOf(session, queryClient);
  const box = useSyncExternalStore(store.subscribe, store.snapshot);
  const overview = useQuery(timerQuery(session.call));
  const { data } = overview;
  // Who cannot be answered soon may start one all the same: a start is refused where another timer runs.
  const isLate = useIdle();
  // The server's clock counts: that of a device may be minutes off.
  const aheadMilliseconds = useMemo(
    () => (data ? Date.parse(data.now) - overview.dataUpdatedAt : 0),
    [data, overview.dataUpdatedAt],
  );
  useEffect(() => store.begin(), [store]);
  // What waits for its own person goes out once they are back.
  useEffect(() => session.auth.on('tokens', () => void store.flush()), [session, store]);
  return {
    store,
    running: runningAfter(asRunning(data ? data.timer : box.known), box.acts),
    /** Whether anything runs is known: from the server, from before, or since it cannot be asked; or it takes too long. */
    isKnown: data !== undefined || overview.isError || box.known !== null || box.acts.length > 0 || isLate,
    waiting: box.acts.length,
    problems: box.problems,
    drafts: data?.drafts ?? [],
    last: data?.last ?? null,
    schedule: data?.schedule ?? [],
    now: () => new Date(Date.now() + aheadMilliseconds),
  };
}

function asRunning(timer: Timer | null): Running | null {
  if (!timer) return null;
  const { timerID, startedAt, timeZone, version } = timer;
  return { timerID, startedAt, timeZone, version, work: workOf(timer) };
}

/** What a timer or a draft is for. */
export function workOf(from: Work): Work {
  const { projectID, activityID, projectName, clientName, activityName, color, comment, isBillable, tags } =
    from;
  return { projectID, activityID, projectName, clientName, activityName, color, comment, isBillable, tags };
}

export const noWork: Work = {
  projectID: null,
  activityID: null,
  projectName: null,
  clientName: null,
  activityName: null,
  color: null,
  comment: '',
  isBillable: null,
  tags: [],
};

/** The zone in which days are counted: where the person is. */
export function timeZoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
