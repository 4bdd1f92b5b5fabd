/** A page that the sign-in application draws, and which hosts have it. */
export type SitePageFacts = {
  /**
   * What a workspace's host does with this path: its own page of the same application, or the application of the
   * workspace draws it. Absent, the page is the main domain's alone, and the host of a workspace leads there.
   */
  onWorkspaceHost?: 'site' | 'app';
  /** Shows the sign-in widget first: the server writes into the page how one signs in here. */
  hasWidget?: true;
  /** Each path below it is this page as well: what follows is a secret, and is neither remembered nor sent on. */
  takesSecret?: true;
  /** Only in test mode: what was mailed, and every state of the sign-in widget. */
  isTestOnly?: true;
};

/**
 * Pages of the sign-in application, which is small and knows no workspace. The three of a workspace's host: its own
 * providers come back there, and links that were mailed for the workspace lead there; neither is anything the main domain
 * could use.
 */
export const sitePages = {
  '/': {},
  '/auth': { onWorkspaceHost: 'app' },
  '/signin': { onWorkspaceHost: 'site', hasWidget: true },
  '/signup': { hasWidget: true },
  '/signin-to-signup': {},
  '/password-reset/new': { hasWidget: true },
  '/reset': { onWorkspaceHost: 'site', hasWidget: true },
  '/email-verification': { onWorkspaceHost: 'site' },
  '/continue-signup': {},
  '/your-name': {},
  '/select-region': {},
  '/create-new-workspace': {},
  '/welcome': {},
  '/archive-workspace': {},
  '/account': {},
  '/invite': {},
  '/share': { onWorkspaceHost: 'site', takesSecret: true },
  '/unsubscribe': { takesSecret: true },
  '/latchkey/gallery': { isTestOnly: true },
  '/outbox': { isTestOnly: true },
} as const satisfies Record<`/${string}`, SitePageFacts>;

export type SitePath = keyof typeof sitePages;

/** The page of a path, by its own path or as one below it; null where this application has none. */
export function findSitePath(path: string): SitePath | null {
  const pages: readonly [string, SitePageFacts][] = Object.entries(sitePages);
  const found = pages.find(
    ([known, facts]) => known === path || (facts.takesSecret && path.startsWith(`${known}/`)),
  );
  return (found?.[0] as SitePath | undefined) ?? null;
}

/** Pages of the application of a workspace. */
export const workspacePages = [
  '/time',
  '/dashboard',
  '/approvals',
  '/reports',
  '/projects',
  '/clients',
  '/activities',
  '/team',
  '/settings',
  '/settings/rules',
  '/settings/programs',
  '/settings/data',
  '/settings/log',
  '/settings/import',
  '/settings/sign-in',
  '/billing',
] as const;

export type WorkspacePath = (typeof workspacePages)[number];

/** Pages of one thing of a workspace: names lead there. */
export const thingPages = ['/projects/$id', '/clients/$id', '/activities/$id', '/team/$id'] as const;

export type ThingPath = (typeof thingPages)[number];
