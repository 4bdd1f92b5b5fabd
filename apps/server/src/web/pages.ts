import { findSitePath, type SitePageFacts, sitePages, workspacePages } from '@stint/domain/pages.ts';

/** Public pages and the Markdown file that holds each. */
export const publicPaths: Record<string, string> = {
  '/home': 'home',
  '/features': 'features',
  '/plans-and-pricing': 'plans-and-pricing',
  '/comparison': 'comparison',
  '/whats-new': 'whats-new',
  '/about': 'about',
  '/contact': 'contact',
  '/contact-us': 'contact-us',
  '/privacy-policy': 'privacy-policy',
  '/terms-of-service': 'terms-of-service',
  '/security': 'security',
  '/cancellation-and-refund-policy': 'cancellation-and-refund-policy',
};

/** Whether a path is a page of a workspace or lies below one. */
export function isWorkspacePage(path: string): boolean {
  return workspacePages.some((page) => path === page || path.startsWith(`${page}/`));
}

/** What is known about a page of the sign-in application; null where it has no such page. */
export function findSitePage(path: string): SitePageFacts | null {
  const known = findSitePath(path);
  return known && sitePages[known];
}
