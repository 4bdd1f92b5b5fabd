/**
 * Pages of the main domain that the small `site` application draws, beside `/auth`, which each host has; the rest of the
 * main domain is public pages.
 */
export const mainPaths = [
  '/signin',
  '/signup',
  '/signin-to-signup',
  '/password-reset/new',
  '/reset',
  '/email-verification',
  '/select-region',
  '/continue-signup',
  '/create-new-workspace',
  '/welcome',
  '/invite',
  '/archive-workspace',
] as const;

/**
 * Pages of the main domain that a workspace host has as well: its own providers come back there, and links that were mailed
 * for the workspace lead there. Neither is anything the main domain could use.
 */
export const workspaceSignInPaths = ['/signin', '/reset', '/email-verification'] as const;

/** Pages that show the sign-in widget first. */
export const signInPaths = ['/signin', '/signup', '/password-reset/new', '/reset'] as const;

/** Only in test mode: what was mailed, and every state of the sign-in widget. */
export const testPaths = ['/outbox', '/latchkey/gallery'] as const;

/** Public pages and the Markdown file that holds each. */
export const publicPaths: Record<string, string> = {
  '/home': 'home',
  '/features': 'features',
  '/plans-and-pricing': 'plans-and-pricing',
  '/about': 'about',
  '/contact': 'contact',
  '/contact-us': 'contact-us',
  '/privacy-policy': 'privacy-policy',
  '/terms-of-service': 'terms-of-service',
  '/security': 'security',
  '/cancellation-and-refund-policy': 'cancellation-and-refund-policy',
};

/** Pages that only a workspace has; on the main domain they lead to the chooser. */
export const workspacePaths = [
  '/_app',
  '/time',
  '/approvals',
  '/dashboard',
  '/reports',
  '/projects',
  '/clients',
  '/activities',
  '/team',
  '/settings',
  '/billing',
] as const;
