import type { Secrets } from '../../platform/secrets.ts';
import type { BookedRow, FeedRow } from './queries.ts';
import type { ReadEvent } from './read-events.ts';

/** What the sealed parts of a feed are bound to. */
function sealedFor(tenantId: string, feedId: string, part: 'address' | 'events'): string {
  return `event feed ${part} ${tenantId} ${feedId}`;
}

type SealedOf = { secrets: Secrets; tenantId: string; feedId: string };

export function sealAddress({ secrets, tenantId, feedId }: SealedOf, url: string): string {
  return secrets.seal(url, sealedFor(tenantId, feedId, 'address')).sealed.toString('base64');
}

export function openAddress({ secrets, tenantId, feedId }: SealedOf, sealed: string): string {
  return secrets.open(Buffer.from(sealed, 'base64'), sealedFor(tenantId, feedId, 'address'));
}

export function sealEvents({ secrets, tenantId, feedId }: SealedOf, events: readonly ReadEvent[]): string {
  const bound = sealedFor(tenantId, feedId, 'events');
  return secrets.seal(JSON.stringify(events), bound).sealed.toString('base64');
}

/** The events of somebody's feeds, each once. */
export function openEvents(
  { secrets, tenantId }: Omit<SealedOf, 'feedId'>,
  feeds: readonly FeedRow[],
): (ReadEvent & { eventFeedID: string })[] {
  const found = new Map<string, ReadEvent & { eventFeedID: string }>();
  for (const { id, events } of feeds) {
    if (events === null) continue;
    const text = secrets.open(Buffer.from(events, 'base64'), sealedFor(tenantId, id, 'events'));
    for (const event of JSON.parse(text) as ReadEvent[]) {
      if (!found.has(event.key)) found.set(event.key, { ...event, eventFeedID: id });
    }
  }
  return [...found.values()];
}

const REF = 'ics:';

/** Events that live entries were made of, by their keys. */
export function takenOver(booked: readonly BookedRow[]): Set<string> {
  return new Set(booked.flatMap(({ externalRef }) => externalRef?.slice(REF.length) ?? []));
}

/** What an event will be booked on: as its series was last, else as what has its title for a comment. */
export function guessFor(booked: readonly BookedRow[]) {
  const byName = new Map<string, BookedRow>();
  for (const row of booked) {
    const names = [row.externalRef && seriesOf(row.externalRef.slice(REF.length)), row.comment];
    for (const name of names) if (name && row.isUsable && !byName.has(name)) byName.set(name, row);
  }
  return ({ key, title }: Pick<ReadEvent, 'key' | 'title'>) => {
    const { projectID, activityID } = byName.get(seriesOf(key)) ?? byName.get(title) ?? {};
    return projectID === undefined ? null : { projectID, activityID: activityID ?? null };
  };
}

/** The first half of a key, which all events of a series share. */
function seriesOf(key: string): string {
  return key.slice(0, key.indexOf('.') + 1);
}
