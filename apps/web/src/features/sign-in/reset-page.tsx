import type { SitePageProps } from '../../lib/site-page.ts';
import { site } from '../../messages/site.ts';
import { SiteLayout } from '../../ui/site-layout.tsx';
import { text } from './messages.ts';
import styles from './sign-in.module.css';
import { WidgetCard } from './widget-card.tsx';

/**
 * `/password-reset/new` asks for a link, `/reset` takes it. The provider signs in after a reset; the product clears those
 * tokens and goes to /signin with its toast.
 */
export function ResetPage({ session }: SitePageProps) {
  return (
    <SiteLayout>
      <WidgetCard
        session={session}
        type="reset"
        next={async () => {
          await session.auth.logout({ redirect: false });
          session.auth.clearSession();
          return '/signin?reset=done';
        }}
      />
      <p className={styles.aside}>
        <span>
          {text.resetPage.remembered} <a href="/signin">{site.signIn}</a>
        </span>
      </p>
    </SiteLayout>
  );
}
