import { queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type EventFeed = Answer<'GET /EventFeeds'>[number];
/** An event of another calendar that could become an entry. */
export type FeedEvent = Answer<'GET /EventFeeds/Events'>[number];

const LOOK_AGAIN_MILLISECONDS = 2_000;

/** Calendars that the person shows; looked at again while one of them is being read. */
export function eventFeedsQuery(call: Call) {
  return queryOptions({
    queryKey: ['eventFeeds'],
    queryFn: ({ signal }) => call('GET /EventFeeds', {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ isFetching }) => isFetching) ? LOOK_AGAIN_MILLISECONDS : false,
  });
}

/** Events of a range of days; anew after every read of a feed, which `reads` counts. */
export function feedEventsQuery(call: Call, range: { from: string; to: string }, reads: string) {
  return queryOptions({
    queryKey: ['eventFeeds', 'events', range.from, range.to, reads],
    queryFn: ({ signal }) => call('GET /EventFeeds/Events', { query: range }, { signal }),
  });
}

/** @param eventFeedID the same for each try of the same address and name */
export function addEventFeed(
  call: Call,
  eventFeedID: string,
  fields: Omit<Body<'POST /EventFeeds'>, 'eventFeedID'>,
) {
  const body = { eventFeedID, ...fields };
  return call('POST /EventFeeds', { body }, { idempotencyKey: eventFeedID });
}

export function fetchEventFeed(call: Call, { eventFeedID }: EventFeed) {
  return call('POST /EventFeeds/:id/Fetch', { params: { id: eventFeedID } });
}

export function removeEventFeed(call: Call, { eventFeedID }: EventFeed) {
  return call('DELETE /EventFeeds/:id', { params: { id: eventFeedID } });
}

export function hideEvent(call: Call, eventKey: string, isHidden: boolean) {
  return call('PUT /EventFeeds/Events/:eventKey/Hidden', { params: { eventKey }, body: { isHidden } });
}
