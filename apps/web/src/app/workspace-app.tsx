import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { isActiveQuery } from '../entities/subscription.ts';
import { workspaceQuery } from '../entities/workspace.ts';
import type { SaveQueue } from '../features/timesheets/save-queue.ts';
import { createTimeStore, TimeStoreContext } from '../features/timesheets/time-store.ts';
import { SessionEndedError } from '../lib/api-error.ts';
import { AppContext } from '../lib/app-context.ts';
import { writeAs } from '../lib/formats.ts';
import type { WorkspaceStart } from '../lib/gateway.ts';
import type { Session } from '../lib/session.ts';
import { common } from '../messages/common.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { FullScreenSpinner } from '../ui/spinner.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { keepTenantCookie, keepUserCookie } from './cookies.ts';
import { ownerOf } from './last-page-owner.ts';
import { text } from './messages.ts';
import { type AppRouter, createAppRouter } from './router.tsx';
import { useRegionCheck } from './use-region-check.ts';

const LIVE_AFTER_MILLISECONDS = 1_500;

export type WorkspaceAppProps = {
  session: Session;
  queryClient: QueryClient;
  /** The router of a page that came with its answers: it has found its page already, so that all is drawn at once. */
  router: AppRouter | null;
};

/** Providers around the workspace's pages. */
export function WorkspaceApp({ session, queryClient, router }: WorkspaceAppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider dismissLabel={text.dismiss}>
        <WorkspaceLoading session={session}>
          {(start) => <Started session={session} start={start} queryClient={queryClient} known={router} />}
        </WorkspaceLoading>
      </ToastProvider>
    </QueryClientProvider>
  );
}

type StartedProps = {
  session: Session;
  start: WorkspaceStart;
  queryClient: QueryClient;
  known: AppRouter | null;
};

function Started({ session, start, queryClient, known }: StartedProps) {
  const value = useMemo(() => ({ session, start }), [session, start]);
  const [store] = useState(() => createTimeStore(session, queryClient));
  const [router] = useState(() => known ?? createAppRouter({ queryClient, owner: ownerOf(start) }));
  useEffect(() => store.begin(), [store]);
  useEffect(() => beginLive(session, queryClient, store.queue), [session, queryClient, store]);
  writeAs(start.settings);
  return (
    // What hears of the workspace is written anew when that writes otherwise; nothing is mounted anew, so that what is
    // typed anywhere stays.
    <AppContext value={value}>
      <TimeStoreContext value={store}>
        <RouterProvider router={router} />
      </TimeStoreContext>
    </AppContext>
  );
}

/** Loaded when the first screen is there. @returns what ends it */
function beginLive(session: Session, queryClient: QueryClient, queue: SaveQueue): () => void {
  let end = () => {};
  let isEnded = false;
  const begin = async () => {
    const { startLiveUpdates } = await import('./live-updates.ts');
    if (!isEnded) end = startLiveUpdates(session, queryClient, queue);
  };
  const timer = setTimeout(() => void begin().catch(session.report), LIVE_AFTER_MILLISECONDS);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    end();
  };
}

type WorkspaceLoadingProps = { session: Session; children: (start: WorkspaceStart) => ReactNode };

/** The two loads that every page waits for, with a full-screen spinner meanwhile: the workspace, and its subscription. */
function WorkspaceLoading({ session, children }: WorkspaceLoadingProps) {
  const { call, settings, report } = session;
  const workspace = useQuery(workspaceQuery(call));
  const subscription = useQuery(isActiveQuery(call));
  useRegionCheck(session);
  useEffect(() => {
    if (subscription.data) keepUserCookie(subscription.data);
    if (settings.workspace) keepTenantCookie(settings, settings.workspace);
  }, [subscription.data, settings]);
  useEffect(() => {
    // A dead session is on its way to sign-in; everything else is logged and reported, and the page still renders.
    for (const error of [workspace.error, subscription.error]) {
      if (!error || error instanceof SessionEndedError) continue;
      console.error(error);
      report(error);
    }
  }, [workspace.error, subscription.error, report]);
  const isLeaving = workspace.error instanceof SessionEndedError;
  if (workspace.isPending || subscription.isPending || (isLeaving && !workspace.data))
    return <FullScreenSpinner label={common.loading} />;
  // What was read before still holds: nothing that is being typed goes because it could not be read again.
  if (workspace.error && !workspace.data) {
    return <ErrorState error={workspace.error} title={text.loadFailed} onRetry={workspace.refetch} />;
  }
  return children(workspace.data);
}
