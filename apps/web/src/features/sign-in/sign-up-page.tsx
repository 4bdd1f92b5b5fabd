import type { SitePageProps } from '../../lib/site-page.ts';
import { site } from '../../messages/site.ts';
import { SiteLayout } from '../../ui/site-layout.tsx';
import { text } from './messages.ts';
import { onward, prefetchOnward } from './onward.ts';
import styles from './sign-in.module.css';
import { WidgetCard } from './widget-card.tsx';

/** `/signup`: after it, /continue-signup unless a redirect of ours was asked for. */
export function SignUpPage({ session }: SitePageProps) {
  const hasRedirect = new URLSearchParams(location.search).has('redirect');
  return (
    <SiteLayout>
      <WidgetCard
        session={session}
        type="signup"
        next={async () => (hasRedirect ? (await onward()).afterSignIn(session) : '/continue-signup')}
        // The link of the mail opens in another tab, where it confirms the address; this tab is the one that goes on.
        followsOtherTabs
        prefetch={hasRedirect ? prefetchOnward : undefined}
      />
      <p className={styles.aside}>
        <span>
          {text.signUpPage.hasAccount} <a href={`/signin${location.search}`}>{site.signIn}</a>
        </span>
      </p>
    </SiteLayout>
  );
}
