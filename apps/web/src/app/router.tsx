import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { LastPageOwner } from '../lib/last-page.ts';
import { readLastPage } from '../lib/last-page.ts';
import { NotFound } from './not-found.tsx';
import { pages, thingPages } from './pages.ts';
import { Shell } from './shell.tsx';

type RouterContext = { queryClient: QueryClient; owner: LastPageOwner };

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFound,
});

/** Where a workspace is entered without a page in mind: the last one of this person, else the week. */
const entry = createRoute({
  getParentRoute: () => root,
  path: '/_app',
  beforeLoad: ({ context }) => {
    throw redirect({ href: readLastPage(context.owner) ?? '/time' });
  },
});

const routes = root.addChildren([
  entry,
  ...pages.map(({ path, search, component }) =>
    createRoute({ getParentRoute: () => root, path, validateSearch: search, component }),
  ),
  ...thingPages.map(({ path, search, component }) =>
    createRoute({ getParentRoute: () => root, path, validateSearch: search, component }),
  ),
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

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
