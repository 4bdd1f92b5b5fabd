import type { eventFeedRoutes } from '@stint/domain/api/gateway/event-feeds.ts';
import { AppError } from '@stint/domain/errors.ts';
import { addDays, daysBetween } from '@stint/domain/time/plain-date.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { callableProblem } from '../../platform/safe-fetch.ts';
import type { GatewayDeps, MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import type { Answer } from '../shared/answer.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { fieldError, requireDate } from '../shared/sql-json.ts';
import { write } from '../shared/write.ts';
import { guessFor, openEvents, sealAddress, takenOver } from './events.ts';
import { askForRead, type FetchDeps } from './fetch.ts';
import {
  bookedLike,
  type FeedRow,
  getFeed,
  hiddenKeys,
  hideEvent,
  insertFeed,
  listFeeds,
  noteSeen,
  type Owner,
  removeFeed,
  showEvent,
} from './queries.ts';

export type EventFeedDeps = Omit<FetchDeps, 'get'> & Pick<GatewayDeps, 'config'>;

const mostFeeds = 10;
const mostDays = 31;
/** Older than this, a feed that somebody looks at is read again. */
const freshForMs = 15 * 60_000;
/** A read that was asked for and never told of is asked for again. */
const lostAfterMs = 5 * 60_000;

/** Handlers of the calendars that a person shows beside the own time. */
export function createEventFeedHandlers(deps: EventFeedDeps): FeatureHandlers<typeof eventFeedRoutes> {
  const { clock, secrets } = deps;
  return {
    'GET /EventFeeds': async (_, context) => {
      const feeds = await inTenant(context, (tx) => listFeeds(tx, ownerOf(context)));
      return feeds.map(toWire);
    },
    'POST /EventFeeds': async ({ body }, context, http) => {
      const url = requireCallable(deps, body.url);
      const { tenantId, info } = context;
      const owner = ownerOf(context);
      const { host } = url;
      return write(context, http, {
        entity: { id: body.eventFeedID ?? newId() },
        work: async (tx, { id }) => {
          await requireRoom(tx, owner);
          const address = sealAddress({ secrets, tenantId, feedId: id }, url.href);
          const name = body.name?.trim() || host;
          await insertFeed(tx, owner, { id, name, host, address, now: info.now });
          await askForRead(tx, clock, tenantId, id);
          await audit(tx, context, id, 'created');
          return toWire(await getFeed(tx, owner, id));
        },
        again: async (tx, { id }) => toWire(await getFeed(tx, owner, id)),
      });
    },
    'POST /EventFeeds/:id/Fetch': ({ params }, context) =>
      inTenant(context, async (tx) => {
        await getFeed(tx, ownerOf(context), params.id);
        await askForRead(tx, clock, context.tenantId, params.id);
        return toWire(await getFeed(tx, ownerOf(context), params.id));
      }),
    'DELETE /EventFeeds/:id': ({ params }, context) =>
      inTenant(context, async (tx) => {
        if ((await removeFeed(tx, ownerOf(context), params.id)) === 0) throw new AppError('not_found');
        await audit(tx, context, params.id, 'removed');
        return { eventFeedID: params.id };
      }),
    'GET /EventFeeds/Events': async ({ query }, context) => {
      const [from, to] = [requireDate(query.from, 'from'), requireDate(query.to, 'to')];
      if (daysBetween(from, to) >= mostDays)
        throw fieldError('date_invalid', 'to', `Ask for at most ${mostDays} days at once.`);
      return inTenant(context, (tx) => shownEvents(tx, context, { from, to }, deps));
    },
    'PUT /EventFeeds/Events/:eventKey/Hidden': ({ params, body }, context) =>
      inTenant(context, async (tx) => {
        const owner = ownerOf(context);
        const { eventKey: key } = params;
        const known = openEvents({ secrets, tenantId: context.tenantId }, await listFeeds(tx, owner));
        if (!known.some((event) => event.key === key)) throw new AppError('not_found');
        if (body.isHidden) await hideEvent(tx, owner, { key, now: context.info.now });
        else await showEvent(tx, owner, key);
        return { eventKey: key, isHidden: body.isHidden };
      }),
  };
}

type Range = { from: string; to: string };

/** What is left to take over; feeds that were not read lately are asked for on the way. */
async function shownEvents(
  tx: Transaction,
  context: MemberContext,
  { from, to }: Range,
  { clock, secrets }: EventFeedDeps,
): Promise<Answer<'GET /EventFeeds/Events'>> {
  const { tenantId } = context;
  const owner = ownerOf(context);
  const feeds = await listFeeds(tx, owner);
  if (feeds.length === 0) return [];
  await noteSeen(tx, owner, clock.now());
  for (const feed of feeds) if (isStale(feed, clock.now())) await askForRead(tx, clock, tenantId, feed.id);
  const within = openEvents({ secrets, tenantId }, feeds).filter(
    ({ workDate }) => from <= workDate && workDate <= to,
  );
  if (within.length === 0) return [];
  const titles = [...new Set(within.flatMap(({ title }) => title || []))];
  const hidden = await hiddenKeys(tx, owner);
  const booked = await bookedLike(tx, owner, { titles, day: addDays(from, 3) });
  const taken = takenOver(booked);
  const guess = guessFor(booked);
  return within
    .filter(({ key }) => !hidden.has(key) && !taken.has(key))
    .map(({ key, ...event }) => ({ eventKey: key, ...event, guess: guess({ key, title: event.title }) }));
}

function isStale({ askedAt, triedAt, failures }: FeedRow, now: Date): boolean {
  const age = (at: Date | null) => (at === null ? Number.POSITIVE_INFINITY : now.getTime() - at.getTime());
  return age(askedAt) > lostAfterMs && age(triedAt) > freshForMs * 2 ** Math.min(failures, 6);
}

function ownerOf({ tenantId, actor }: MemberContext): Owner {
  return { tenantId, teamMemberID: actor.teamMemberID };
}

function inTenant<T>(context: MemberContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return context.database.withTenant(context.tenantId, work);
}

/** `webcal:` is how calendars are handed over; what is behind it is https. */
function requireCallable({ config }: EventFeedDeps, given: string): URL {
  const address = given.trim().replace(/^webcals?:/i, 'https:');
  const message = callableProblem(address, config.mode === 'test');
  if (message !== null) throw fieldError('validation_failed', 'url', message);
  return new URL(address);
}

async function requireRoom(tx: Transaction, owner: Owner): Promise<void> {
  if ((await listFeeds(tx, owner)).length < mostFeeds) return;
  throw new AppError('too_many_items', {
    message: `You can show ${mostFeeds} calendars. Remove one first.`,
  });
}

/** That there is one is told, not which: the address is a secret of the person. */
function audit(tx: Transaction, context: MemberContext, id: string, action: string): Promise<void> {
  return writeAudit(tx, auditSource(context), [{ entity: 'eventFeed', entityId: id, action }]);
}

function toWire(row: FeedRow): Answer<'GET /EventFeeds'>[number] {
  return {
    eventFeedID: row.id,
    name: row.name,
    host: row.host,
    isFetching: row.askedAt !== null,
    fetchedAt: row.fetchedAt?.toISOString() ?? null,
    eventsLeftOut: row.leftOut,
    problem: row.problem as Answer<'GET /EventFeeds'>[number]['problem'],
  };
}
