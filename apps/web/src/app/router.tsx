import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { LastPageOwner } from '../lib/last-page.ts';
import { readLastPage } from '../lib/last-page.ts';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';
import { TimePage } from './time-page.tsx';

type RouterContext = { queryClient: QueryClient; owner: LastPageOwner };

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFound,
});

/** A text of the address, or nothing: anything else in it is ignored. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const time = createRoute({
  getParentRoute: () => root,
  path: '/time',
  validateSearch: (search: Record<string, unknown>): { week?: string; day?: string } => ({
    ...(text(search.week) ? { week: text(search.week) } : {}),
    ...(text(search.day) ? { day: text(search.day) } : {}),
  }),
  // With the shell: where nearly everybody begins, and a part of its own would be asked for after the shell has come.
  component: TimePage,
});

const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: (search: Record<string, unknown>): { tab?: string; week?: string } => ({
    ...(text(search.tab) ? { tab: text(search.tab) } : {}),
    ...(text(search.week) ? { week: text(search.week) } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/approvals/approvals-page.tsx'), 'ApprovalsPage'),
});

export type ListSearch = { q?: string; archived?: boolean; new?: string; invite?: string };

const listSearch = (search: Record<string, unknown>): ListSearch => ({
  ...(text(search.q) ? { q: text(search.q) } : {}),
  ...(search.archived === true || search.archived === 'true' ? { archived: true } : {}),
  ...(search.new !== undefined ? { new: '1' } : {}),
  ...(search.invite !== undefined ? { invite: '1' } : {}),
});

const list = <const Path extends string>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: listSearch,
    component: lazyRouteComponent(load as () => Promise<Record<string, () => null>>, name),
  });

const routes = root.addChildren([
  time,
  approvals,
  list('/projects', () => import('../features/projects/projects-page.tsx'), 'ProjectsPage'),
  list('/clients', () => import('../features/clients/clients-page.tsx'), 'ClientsPage'),
  list('/activities', () => import('../features/activities/activities-page.tsx'), 'ActivitiesPage'),
  list('/team', () => import('../features/team/team-page.tsx'), 'TeamPage'),
  list('/settings', () => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  list('/billing', () => import('../features/billing/billing-page.tsx'), 'BillingPage'),
  createRoute({
    getParentRoute: () => root,
    path: '/_app',
    beforeLoad: ({ context }) => {
      throw redirect({ href: readLastPage(context.owner) ?? '/time' });
    },
  }),
]);

/** The pages of a workspace; each is fetched when it is opened. */
export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree: routes,
    context,
    // An error goes to the error screen around: the router's own one is not told where in the tree it was thrown.
    disableGlobalCatchBoundary: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
