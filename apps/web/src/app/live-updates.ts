import type { QueryClient } from '@tanstack/react-query';
import { askAllAnew, askAnew, type Change, changesOf, weekOf } from '../entities/changed.ts';
import type { WeekKey } from '../entities/week.ts';
import type { SaveQueue } from '../features/timesheets/save-queue.ts';
import type { Heard } from '../lib/gateway.ts';
import { startLive } from '../lib/live/live.ts';
import type { Session } from '../lib/session.ts';

/** What comes within this time is one round of questions. */
const COLLECT_MILLISECONDS = 200;

/**
 * Shows what other tabs and people do, without a reload. A week that is being saved is asked for afterwards: its answer
 * could be older than what the save brings. @returns what ends it
 */
export function startLiveUpdates(session: Session, queryClient: QueryClient, queue: SaveQueue): () => void {
  const { auth, settings } = session;
  let heard: Change[] = [];
  let isAll = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = () => {
    timer = undefined;
    const [changes, everything] = [heard, isAll];
    [heard, isAll] = [[], false];
    if (everything) {
      void whenSaved(queue, () => true).then(() => askAllAnew(queryClient));
      return;
    }
    const byWeek = Map.groupBy(changes, (change) => idOf(weekOf(change)));
    for (const [id, ofWeek] of byWeek)
      void whenSaved(queue, (name) => id === null || name === id).then(() => askAnew(queryClient, ofWeek));
  };
  const feed = changesOf(session);
  const stop = startLive({
    ...feed,
    name: `stint.live.${auth.user()?.userUuid}.${settings.workspace?.tenantId}`,
    hear({ isComplete, changes }: Heard) {
      heard.push(...changes);
      isAll ||= !isComplete;
      if (changes.length > 0 || !isComplete) timer ??= setTimeout(ask, COLLECT_MILLISECONDS);
    },
  });
  const end = () => {
    clearTimeout(timer);
    stop();
  };
  const forget = auth.on('signedOut', ({ reason }) => {
    end();
    // Nothing of the workspace stays on a page whose session another one ended: any call leads it where they all do then.
    if (reason === 'otherTab') void feed.ask(null, new AbortController().signal).catch(() => undefined);
  });
  return () => {
    forget();
    end();
  };
}

function idOf(week: WeekKey | null): string | null {
  return week && `${week.teamMemberID}.${week.weekEndDate}`;
}

/** Resolves when none of these weeks is on its way to the server. What cannot be sent for now is not waited for. */
function whenSaved(queue: SaveQueue, concerns: (id: string) => boolean): Promise<void> {
  const isBusy = () =>
    [...queue.snapshot().states].some(
      ([id, { status }]) => (status === 'waiting' || status === 'saving') && concerns(id),
    );
  if (!isBusy()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = queue.subscribe(() => {
      if (isBusy()) return;
      stop();
      resolve();
    });
  });
}
