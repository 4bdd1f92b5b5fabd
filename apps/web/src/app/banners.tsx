import { Link, useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useQueueSnapshot, useTimeStore } from '../features/timesheets/time-store.ts';
import { UnsentList } from '../features/timesheets/unsent-list.tsx';
import { useApp } from '../lib/app-context.ts';
import type { Connection } from '../lib/connection.ts';
import { useSubmit } from '../lib/use-async.ts';
import { useFullDate } from '../lib/use-full-date.ts';
import { common } from '../messages/common.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { text } from './messages.ts';
import { useLapse } from './use-lapse.ts';

/** What concerns every page: no connection, unsent changes, a subscription that has ended, old time that is to go. */
export function Banners() {
  const { session, start } = useApp();
  const isAway = useAway(session.connection);
  const { retentionBeginsAt } = start;
  const fullDate = useFullDate();
  const { unsavedCount, states } = useQueueSnapshot();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const hasLapsed = useLapse();
  const isStuck = [...states.values()].some(({ status }) => status === 'offline');
  return (
    <>
      {isAway || isStuck ? <NoConnection isAway={isAway} unsavedCount={unsavedCount} /> : null}
      {retentionBeginsAt && path !== '/settings/data' ? (
        <Banner
          tone="warning"
          icon="history"
          action={
            <Link to="/settings/data" search={{}}>
              {text.toData}
            </Link>
          }
        >
          {text.oldTime(fullDate(retentionBeginsAt))}
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

/** What was typed meanwhile is named and can be looked through; whoever knows better has it tried at once. */
function NoConnection({ isAway, unsavedCount }: { isAway: boolean; unsavedCount: number }) {
  const { connection } = useApp().session;
  const { queue } = useTimeStore();
  const retry = useSubmit(async () => {
    await Promise.all([connection.retry(), queue.flush()]);
  });
  return (
    <Banner
      tone="warning"
      icon="offline"
      action={
        <Button isBusy={retry.isBusy} onClick={retry.submit}>
          {common.retry}
        </Button>
      }
    >
      {isAway ? text.offline(unsavedCount) : text.unsent(unsavedCount)}
      {unsavedCount > 0 ? (
        <details>
          <summary>{text.showUnsent}</summary>
          <UnsentList />
        </details>
      ) : null}
    </Banner>
  );
}

function useAway({ subscribe, isAway }: Connection): boolean {
  return useSyncExternalStore(subscribe, isAway);
}
