import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type Tag = Answer<'GET /Tags'>[number];

/** Words that entries are marked with. */
export function tagsQuery(call: Call) {
  return queryOptions({
    queryKey: ['tags'],
    queryFn: ({ signal }) => call('GET /Tags', {}, { signal }),
  });
}

/** @param tagID the same for each try of the same name */
export function createTag(call: Call, tagID: string, tagName: string): Promise<Tag> {
  return call('POST /Tags', { body: { tagID, tagName } }, { idempotencyKey: tagID });
}
