import { useEffect, useRef } from 'react';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site } from '../../messages/site.ts';
import { SiteLayout } from '../../ui/site-layout.tsx';
import { text } from './messages.ts';
import { onward } from './onward.ts';
import styles from './sign-in.module.css';
import { WidgetCard } from './widget-card.tsx';

/** `/signup`: after it, /continue-signup unless a redirect of ours was asked for. */
export function SignUpPage({ session }: SitePageProps) {
  const hasRedirect = new URLSearchParams(location.search).has('redirect');
  const next = async () => (hasRedirect ? (await onward()).afterSignIn(session) : '/continue-signup');
  const goOn = useRef(next);
  // The link of the mail opens in another tab, where it confirms the address; this tab is the one that goes on.
  useEffect(
    () => session.auth.on('tokens', () => void goOn.current().then((target) => location.assign(target))),
    [session],
  );
  return (
    <SiteLayout>
      <WidgetCard session={session} type="signup" next={next} />
      <p className={styles.aside}>
        <span>
          {text.signUpPage.hasAccount} <a href={`/signin${location.search}`}>{site.signIn}</a>
        </span>
      </p>
    </SiteLayout>
  );
}
