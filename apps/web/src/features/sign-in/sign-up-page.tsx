import { afterSignIn } from '../../entities/after-sign-in.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site } from '../../messages/site.ts';
import { SiteLayout } from '../../ui/site-layout.tsx';
import { text } from './messages.ts';
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
        next={async () => (hasRedirect ? afterSignIn(session) : '/continue-signup')}
      />
      <p className={styles.aside}>
        <span>
          {text.signUpPage.hasAccount} <a href={`/signin${location.search}`}>{site.signIn}</a>
        </span>
      </p>
    </SiteLayout>
  );
}
