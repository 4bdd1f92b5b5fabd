import { addDays } from '@stint/domain/time/plain-date.ts';
import { plainDateAt } from '@stint/domain/time/zone.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { type SafeFetch, SafeFetchError } from '../../platform/safe-fetch.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { enqueue } from '../jobs/queue.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { JobHandler, PeriodicTask } from '../jobs/worker.ts';
import { openAddress, sealEvents } from './events.ts';
import { dueFeeds, feedToRead, noteAsked, noteRead } from './queries.ts';
import { type Read, readApart } from './read-apart.ts';

export type FetchDeps = {
  clock: Clock;
  secrets: Secrets;
  /** For addresses that people entered. */
  get: SafeFetch;
};

export const fetchKind = 'eventFeed.fetch';

/** Weeks that people look back and ahead. */
const daysAround = 60;
const lookEveryMs = 10 * 60_000;
/** What nobody looked at for so long is not read any more until somebody does. */
const seenForMs = 7 * 24 * 60 * 60_000;

/** Has a feed read soon; a second wish while one waits is the same. */
export async function askForRead(tx: Transaction, clock: Clock, tenantId: string, id: string): Promise<void> {
  await noteAsked(tx, tenantId, id, clock.now());
  await enqueue(tx, clock, {
    kind: fetchKind,
    tenantId,
    payload: { eventFeedId: id },
    key: `eventFeed:${id}`,
  });
}

/** Reads one feed and keeps its events sealed; a failure is told to its owner and tried again later, each time later. */
export function createFeedReader({ clock, secrets, get }: FetchDeps): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const feedId = String(job.payload['eventFeedId']);
    const feed = await database.withTenant(tenantId, (tx) => feedToRead(tx, tenantId, feedId));
    if (!feed) return;
    const { timeZone } = feed;
    const today = plainDateAt(clock.now(), timeZone);
    const window = { from: addDays(today, -daysAround), to: addDays(today, daysAround), timeZone };
    const text = await download(get, openAddress({ secrets, tenantId, feedId }, feed.address));
    const read = 'problem' in text ? text : await readApart(text.body, window);
    const outcome =
      'problem' in read
        ? { events: null, leftOut: 0, problem: read.problem }
        : {
            events: sealEvents({ secrets, tenantId, feedId }, read.events),
            leftOut: read.leftOut,
            problem: null,
          };
    await database.withTenant(tenantId, (tx) =>
      noteRead(tx, tenantId, feedId, { now: clock.now(), ...outcome }),
    );
  };
}

type Problem = SafeFetchError['reason'] | Extract<Read, { problem: unknown }>['problem'] | 'refused';

async function download(get: SafeFetch, url: string): Promise<{ body: string } | { problem: Problem }> {
  try {
    const headers = { accept: 'text/calendar', 'user-agent': 'Stint-Calendar/1' };
    const response = await get(url, { headers });
    return response.ok ? { body: await response.text() } : { problem: 'refused' };
  } catch (error) {
    if (error instanceof SafeFetchError) return { problem: error.reason };
    throw error;
  }
}

/** Feeds that somebody looks at are read again every half hour; those that fail, less and less often. */
export function readingDueFeeds({ clock }: Pick<FetchDeps, 'clock'>): PeriodicTask {
  return forEachTenant('calendars of others', lookEveryMs, (tenantId, { database }) =>
    database.withTenant(tenantId, async (tx) => {
      const now = clock.now();
      const due = await dueFeeds(tx, tenantId, { now, seenSince: new Date(now.getTime() - seenForMs) });
      for (const { id } of due) await askForRead(tx, clock, tenantId, id);
    }),
  );
}
