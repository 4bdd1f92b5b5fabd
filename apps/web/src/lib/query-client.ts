import { QueryClient, type QueryPersister } from '@tanstack/react-query';

const HALF_AN_HOUR = 30 * 60 * 1000;

/**
 * Cached data is not asked for again on focus, on reconnect or by its age; changes invalidate by key. What was changed
 * while nobody looked at it is asked for when it is shown again.
 * @param persister answers from the device where the server cannot
 */
export function createQueryClient(persister?: QueryPersister): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: HALF_AN_HOUR,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: true,
        networkMode: 'always',
        // The API client has tried already, with jitter.
        retry: false,
        ...(persister ? { persister } : {}),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
