import { useQuery } from '@tanstack/react-query';
import { publicPageQuery } from '../../entities/public-page.ts';
import { useApp } from '../../lib/app-context.ts';
import { mainOriginOf } from '../../lib/session.ts';
import { text } from './messages.ts';

const PAGE = 'plans-and-pricing';

/** What the plans are, in the words of the public page, and the way there. Without an answer the way alone. */
export function Plans() {
  const { session } = useApp();
  const { data } = useQuery(publicPageQuery(session.call, PAGE));
  return (
    <p>
      <a href={`${mainOriginOf(session.settings)}/${PAGE}`}>{data?.title ?? text.pricing}</a>
      {data?.description ? ` – ${data.description}` : null}
    </p>
  );
}
