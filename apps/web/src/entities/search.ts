import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

/** A project, client, activity or person that a search found. */
export type FoundThing = Answer<'GET /Search'>['items'][number];

/** Things whose names have every word; what was found before stays until the answer is there. */
export function searchQuery(call: Call, text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call('GET /Search', { query: { q: text } }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
