import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { readWeek, saveWeek, type WeekKey, weekKey } from '../../entities/week.ts';
import { later } from '../../lib/later.ts';
import { newId } from '../../lib/new-id.ts';
import { createOpenPage } from '../../lib/open-page.ts';
import { ownOf, type Session } from '../../lib/session.ts';
import { createEditStore } from './edit-store.ts';
import { createKeptRows, type KeptRows } from './kept-rows.ts';
import { createSaveQueue, type QueueSnapshot, type SaveQueue } from './save-queue.ts';

/** What outlives the week page: the queue of unsaved edits and the rows without hours. */
export type TimeStore = {
  queue: SaveQueue;
  rows: KeptRows;
  /** Of a week: what stands in its cells and cannot be read, while the application is open. */
  unread(week: WeekKey): Map<string, string>;
  /** Sends what is left from before and listens for the connection; gives a function that stops both. */
  begin(): () => void;
};

export function createTimeStore(session: Session, queryClient: QueryClient): TimeStore {
  const { call, connection } = session;
  const owner = ownOf(session);
  const page = createOpenPage();
  const store = createEditStore(localStorage, owner, page.id);
  const queue = createSaveQueue({
    store,
    send: (body, idempotencyKey) => saveWeek(call, body, idempotencyKey),
    load: (week) => readWeek(call, week),
    onSaved(week, sheet) {
      // An answer that is under way may be from before the save.
      void queryClient.cancelQueries({ queryKey: weekKey(week) });
      queryClient.setQueryData(weekKey(week), sheet);
    },
    newKey: newId,
    later,
  });
  const unread = new Map<string, Map<string, string>>();
  return {
    queue,
    unread({ teamMemberID, weekEndDate }) {
      const id = `${teamMemberID}.${weekEndDate}`;
      const texts = unread.get(id) ?? new Map<string, string>();
      unread.set(id, texts);
      return texts;
    },
    rows: createKeptRows(localStorage, owner),
    begin() {
      const flush = () => void queue.flush();
      const close = page.begin();
      const inherit = () => {
        for (const other of store.otherPages()) page.whenGone(other, () => queue.inherit(other));
      };
      const flushIfHidden = () => document.visibilityState === 'hidden' && flush();
      const stopBack = connection.onBack(flush);
      // What was refused since another person was signed in waits for its own, and nothing else would wake it.
      const stopSignedIn = session.auth.on('tokens', () => isWaiting(queue) && flush());
      document.addEventListener('visibilitychange', flushIfHidden);
      addEventListener('storage', inherit);
      flush();
      inherit();
      return () => {
        stopBack();
        stopSignedIn();
        document.removeEventListener('visibilitychange', flushIfHidden);
        removeEventListener('storage', inherit);
        close();
        queue.close();
      };
    },
  };
}

/** Tokens are also renewed every few minutes: then a conflict that somebody looks at stays as it is. */
function isWaiting(queue: SaveQueue): boolean {
  return [...queue.snapshot().states.values()].some(({ status }) => status === 'waiting');
}

export const TimeStoreContext = createContext<TimeStore | null>(null);

export function useTimeStore(): TimeStore {
  const store = useContext(TimeStoreContext);
  if (!store) throw new Error('useTimeStore outside of the workspace');
  return store;
}

/** How much is unsaved and what each week's state is. */
export function useQueueSnapshot(): QueueSnapshot {
  const { queue } = useTimeStore();
  return useSyncExternalStore(queue.subscribe, queue.snapshot);
}
