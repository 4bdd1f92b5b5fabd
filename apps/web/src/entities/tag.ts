import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../lib/gateway.ts';
import { newId } from '../lib/new-id.ts';
import type { Call } from '../lib/session.ts';

export type Tag = Answer<'GET /Tags'>[number];

/** Words that entries are marked with. */
export function tagsQuery(call: Call) {
  return queryOptions({
    queryKey: ['tags'],
    queryFn: ({ signal }) => call('GET /Tags', {}, { signal }),
  });
}

export function createTag(call: Call, tagName: string): Promise<Tag> {
  return call('POST /Tags', { body: { tagID: newId(), tagName } });
}
