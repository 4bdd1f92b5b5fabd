import type { Session } from './session.ts';

/** What every page of the main domain is given. */
export type SitePageProps = { session: Session };
