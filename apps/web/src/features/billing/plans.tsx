import { queryOptions, useQuery } from '@tanstack/react-query';
import { useApp } from '../../lib/app-context.ts';
import type { Session } from '../../lib/session.ts';
import { mainOriginOf } from '../../lib/session.ts';
import { text } from './messages.ts';

const PAGE = 'plans-and-pricing';
const QUERY = `query Plans { pageCollection(where: { slug: "${PAGE}" }, limit: 1) { items { title description } } }`;

type Found = { pageCollection?: { items?: { title: string; description: string }[] } };

const plansQuery = (call: Session['call']) =>
  queryOptions({
    queryKey: ['content', PAGE],
    queryFn: async ({ signal }) => {
      const { data } = await call('POST /Content', { body: { query: QUERY } }, { signal });
      return (data as Found | undefined)?.pageCollection?.items?.[0] ?? null;
    },
  });

/** What the plans are, in the words of the public page, and the way there. Without an answer the way alone. */
export function Plans() {
  const { session } = useApp();
  const { data } = useQuery(plansQuery(session.call));
  return (
    <p>
      <a href={`${mainOriginOf(session.settings)}/${PAGE}`}>{data?.title ?? text.plans}</a>
      {data?.description ? ` – ${data.description}` : null}
    </p>
  );
}
