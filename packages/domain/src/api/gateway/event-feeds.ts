import Type from 'typebox';
import { closed, GivenDate, Id, Instant, Nullable, PlainDate, Text } from './shapes.ts';

/** Why the last try to read a feed failed. */
const FeedProblem = Type.Union([
  Type.Literal('address_invalid'),
  Type.Literal('not_https'),
  Type.Literal('not_public'),
  Type.Literal('unknown_host'),
  Type.Literal('unreachable'),
  Type.Literal('timeout'),
  Type.Literal('redirected'),
  Type.Literal('too_large'),
  Type.Literal('paused'),
  /** The server refused, or has nothing at the address. */
  Type.Literal('refused'),
  Type.Literal('not_calendar'),
  /** The calendar takes too long to be read. */
  Type.Literal('too_complex'),
]);

const EventFeed = Type.Object({
  eventFeedID: Id,
  name: Type.String(),
  /** Where it comes from; the whole address is a secret and is never shown again. */
  host: Type.String(),
  isFetching: Type.Boolean(),
  /** When it was read last; null: never yet. */
  fetchedAt: Nullable(Instant),
  /** How many more events its weeks have than are shown. */
  eventsLeftOut: Type.Integer(),
  problem: Nullable(FeedProblem),
});

/** Names an event of a feed, the same after every read. */
const EventKey = Type.String({ pattern: '^[0-9a-f]{16}\\.[0-9a-f]{16}$' });

const FeedEvent = Type.Object({
  /** As `ics:{eventKey}` it is the `externalRef` of the entry that an event becomes. */
  eventKey: EventKey,
  eventFeedID: Id,
  title: Type.String(),
  place: Type.String(),
  workDate: PlainDate,
  /** Null for a whole day. */
  startedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  /** What the person booked an event like this on before. */
  guess: Nullable(Type.Object({ projectID: Id, activityID: Nullable(Id) })),
});

const byId = Type.Object({ id: Id }, closed);

/** Calendars of other programs that a person shows beside the own time; nobody else sees them. */
export const eventFeedRoutes = {
  'GET /EventFeeds': {
    summary: 'Calendars that the caller shows beside the own time',
    access: 'token.own',
    sessionOnly: true,
    rate: 'read',
    response: Type.Array(EventFeed),
  },
  'POST /EventFeeds': {
    summary: 'Show a calendar by its secret iCalendar address (RFC 5545); it is read in the background',
    access: 'token.own',
    sessionOnly: true,
    rate: 'write',
    status: 201,
    body: Type.Object(
      { eventFeedID: Type.Optional(Id), name: Type.Optional(Text(80)), url: Text(2000) },
      closed,
    ),
    response: EventFeed,
    errors: ['forbidden', 'too_many_items', 'subscription_inactive'],
  },
  'POST /EventFeeds/:id/Fetch': {
    summary: 'Read a calendar again now, in the background',
    access: 'token.own',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    params: byId,
    response: EventFeed,
  },
  'DELETE /EventFeeds/:id': {
    summary: 'Show a calendar no more, and forget its address',
    access: 'token.own',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    params: byId,
    response: Type.Object({ eventFeedID: Id }),
  },
  'GET /EventFeeds/Events': {
    summary: 'Events of a range of days that are neither taken over as entries nor hidden; at most 31 days',
    access: 'token.own',
    sessionOnly: true,
    rate: 'read',
    query: Type.Object({ from: GivenDate, to: GivenDate }, closed),
    response: Type.Array(FeedEvent),
    errors: ['date_invalid'],
  },
  'PUT /EventFeeds/Events/:eventKey/Hidden': {
    summary: 'Hide an event, or show it again',
    access: 'token.own',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    params: Type.Object({ eventKey: EventKey }, closed),
    body: Type.Object({ isHidden: Type.Boolean() }, closed),
    response: Type.Object({ eventKey: EventKey, isHidden: Type.Boolean() }),
  },
} as const;
