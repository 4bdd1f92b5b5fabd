import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { isActiveQuery } from '../entities/subscription.ts';
import { useQueueSnapshot } from '../features/timesheets/time-store.ts';
import { useApp } from '../lib/app-context.ts';
import { useOnline } from '../lib/use-online.ts';
import { Banner } from '../ui/banner.tsx';
import { text } from './messages.ts';

/** What concerns every page: no connection, unsent changes, a subscription that has ended. */
export function Banners() {
  const { session } = useApp();
  const isOnline = useOnline();
  const { unsavedCount, states } = useQueueSnapshot();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const subscription = useQuery(isActiveQuery(session.call));
  const isStuck = [...states.values()].some(({ status }) => status === 'offline');
  return (
    <>
      {!isOnline || isStuck ? (
        <Banner tone="warning" icon="offline">
          {isOnline ? text.unsent(unsavedCount) : text.offline(unsavedCount)}
        </Banner>
      ) : null}
      {subscription.data?.isActive === false && path !== '/billing' ? (
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
