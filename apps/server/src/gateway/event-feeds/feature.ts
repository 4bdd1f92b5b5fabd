import { eventFeedRoutes } from '@stint/domain/api/gateway/event-feeds.ts';
import { createSafeFetch } from '../../platform/safe-fetch.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createFeedReader, fetchKind, readingDueFeeds } from './fetch.ts';
import { createEventFeedHandlers } from './routes.ts';

/** A calendar of many years has some megabytes, and some servers gather it first. */
const maxBytes = 8 * 1024 * 1024;
const timeoutMs = 15_000;

export function eventFeedFeature(parts: GatewayParts): Feature {
  const { clock, config } = parts;
  const allowLoopback = config.mode === 'test';
  const get = createSafeFetch({ clock, allowLoopback, pauses: 'address', maxBytes, timeoutMs });
  return defineFeature({
    routes: eventFeedRoutes,
    handlers: createEventFeedHandlers(parts),
    deliveries: { [fetchKind]: createFeedReader({ ...parts, get }) },
    periodic: [readingDueFeeds(parts)],
  });
}
