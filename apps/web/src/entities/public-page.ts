import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../lib/session.ts';

type Found = { pageCollection?: { items?: { title: string; description: string }[] } };

/** Title and description of a public page; null where there is none. */
export function publicPageQuery(call: Call, slug: string) {
  const query = `query Page { pageCollection(where: { slug: "${slug}" }, limit: 1) { items { title description } } }`;
  return queryOptions({
    queryKey: ['content', slug],
    queryFn: async ({ signal }) => {
      const { data } = await call('POST /Content', { body: { query } }, { signal });
      return (data as Found | undefined)?.pageCollection?.items?.[0] ?? null;
    },
  });
}
