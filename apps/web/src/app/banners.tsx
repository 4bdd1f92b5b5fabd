import { Link, useRouterState } from '@tanstack/react-router';
import { useQueueSnapshot } from '../features/timesheets/time-store.ts';
import { useOnline } from '../lib/use-online.ts';
import { Banner } from '../ui/banner.tsx';
import { text } from './messages.ts';
import { useLapse } from './use-lapse.ts';

/** What concerns every page: no connection, unsent changes, a subscription that has ended. */
export function Banners() {
  const isOnline = useOnline();
  const { unsavedCount, states } = useQueueSnapshot();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const hasLapsed = useLapse();
  const isStuck = [...states.values()].some(({ status }) => status === 'offline');
  return (
    <>
      {!isOnline || isStuck ? (
        <Banner tone="warning" icon="offline">
          {isOnline ? text.unsent(unsavedCount) : text.offline(unsavedCount)}
        </Banner>
      ) : null}
      {hasLapsed && path !== '/billing' ? (
        <Banner
          tone="warning"
          icon="billing"
          action={
            <Link to="/billing" search={{}}>
              {text.toBilling}
            </Link>
          }
        >
          {text.inactive}
        </Banner>
      ) : null}
    </>
  );
}
