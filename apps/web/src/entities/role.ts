import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../lib/session.ts';

/** The roles of the workspace with their rank. */
export function rolesQuery(call: Call) {
  return queryOptions({
    queryKey: ['roles'],
    queryFn: ({ signal }) => call('GET /AppRole', {}, { signal }),
  });
}
