import { QueryClient } from '@tanstack/react-query';

const HALF_AN_HOUR = 30 * 60 * 1000;

/** Cached data is not asked for again on focus, on reconnect or when stale; changes invalidate by key. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: HALF_AN_HOUR,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: false,
        networkMode: 'always',
        // The API client has tried already, with jitter.
        retry: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
