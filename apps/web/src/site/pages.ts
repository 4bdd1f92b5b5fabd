import { findSitePath, type SitePath } from '@stint/domain/pages.ts';
import type { ComponentType } from 'react';
import { ResetPage } from '../features/sign-in/reset-page.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { SignUpPage } from '../features/sign-in/sign-up-page.tsx';
import type { SitePageProps } from '../lib/site-page.ts';

/** Fetched when the page is opened. */
type Load = () => Promise<ComponentType<SitePageProps>>;

export type SitePage = {
  /** `signedIn` sends a visitor to the root of the main domain. */
  access: 'public' | 'signedIn';
  /** Only leads on: nobody comes back to it. */
  isPassing?: true;
  /** What a workspace's host shows in its place. */
  onWorkspaceHost?: Load;
} & ({ Page: ComponentType<SitePageProps> } | { load: Load });

/** Every page of this application. The widget's pages are there at once. */
const sitePages: Record<SitePath, SitePage> = {
  '/': {
    access: 'signedIn',
    load: async () => (await import('../features/workspaces/chooser-page.tsx')).ChooserPage,
  },
  '/auth': {
    access: 'public',
    isPassing: true,
    load: async () => (await import('../features/handover/handover-page.tsx')).HandoverPage,
  },
  '/signin': {
    access: 'public',
    Page: SignInPage,
    onWorkspaceHost: async () =>
      (await import('../features/sign-in/workspace-sign-in-page.tsx')).WorkspaceSignInPage,
  },
  '/signup': {
    access: 'public',
    Page: SignUpPage,
  },
  '/signin-to-signup': {
    access: 'public',
    isPassing: true,
    load: async () => (await import('../features/sign-in/signin-to-signup-page.tsx')).SigninToSignupPage,
  },
  '/password-reset/new': {
    access: 'public',
    Page: ResetPage,
  },
  '/reset': {
    access: 'public',
    Page: ResetPage,
  },
  '/email-verification': {
    access: 'public',
    load: async () =>
      (await import('../features/onboarding/email-verification-page.tsx')).EmailVerificationPage,
  },
  '/continue-signup': {
    access: 'signedIn',
    isPassing: true,
    load: async () => (await import('../features/onboarding/continue-signup-page.tsx')).ContinueSignupPage,
  },
  '/your-name': {
    access: 'signedIn',
    load: async () => (await import('../features/onboarding/your-name-page.tsx')).YourNamePage,
  },
  '/select-region': {
    access: 'signedIn',
    load: async () => (await import('../features/onboarding/select-region-page.tsx')).SelectRegionPage,
  },
  '/create-new-workspace': {
    access: 'signedIn',
    load: async () => (await import('../features/onboarding/create-workspace-page.tsx')).CreateWorkspacePage,
  },
  '/welcome': {
    access: 'signedIn',
    load: async () => (await import('../features/onboarding/welcome-page.tsx')).WelcomePage,
  },
  '/archive-workspace': {
    access: 'signedIn',
    load: async () => (await import('../features/workspaces/archive-page.tsx')).ArchivePage,
  },
  '/account': {
    access: 'signedIn',
    load: async () => (await import('../features/account/account-page.tsx')).AccountPage,
  },
  '/invite': {
    access: 'public',
    load: async () => (await import('../features/onboarding/invite-page.tsx')).InvitePage,
  },
  '/share': {
    access: 'public',
    isPassing: true,
    load: async () => (await import('../features/reports/shared-report-page.tsx')).SharedReportPage,
  },
  '/unsubscribe': {
    access: 'public',
    isPassing: true,
    load: async () => (await import('../features/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage,
  },
  '/latchkey/gallery': {
    access: 'public',
    load: async () => (await import('../features/gallery/gallery-page.tsx')).GalleryPage,
  },
  '/outbox': {
    access: 'public',
    load: async () => (await import('../features/outbox/outbox-page.tsx')).OutboxPage,
  },
};

/** The page of a path; null where this application has none. */
export function findPage(path: string, isWorkspaceHost: boolean): SitePage | null {
  const known = findSitePath(path);
  const page: SitePage | null = known && sitePages[known];
  if (!isWorkspaceHost || !page?.onWorkspaceHost) return page;
  return { access: page.access, load: page.onWorkspaceHost };
}
