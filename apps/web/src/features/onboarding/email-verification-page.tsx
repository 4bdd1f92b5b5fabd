import type { SitePageProps } from '../../lib/site-page.ts';
import { onboarding } from '../../messages/onboarding.ts';
import { site as text } from '../../messages/site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';

/** The result of a link from a mail: query parameters `status` (value expired) and `verified` (spec 2.1, 4.3). */
export function EmailVerificationPage({ session }: SitePageProps) {
  const query = new URLSearchParams(location.search);
  const words = onboarding.verification;
  const isSignedIn = session.auth.snapshot().isSignedIn;
  if (query.get('status') === 'expired') {
    const isVerified = query.get('verified') === 'true';
    return (
      <SiteLayout>
        <SiteCard
          title={words.expiredTitle}
          text={isVerified ? words.expiredVerifiedText : words.expiredText}
        >
          <a className={buttonClass('primary')} href={isSignedIn ? '/continue-signup' : '/signin'}>
            {isSignedIn ? words.next : text.signIn}
          </a>
        </SiteCard>
      </SiteLayout>
    );
  }
  return (
    <SiteLayout>
      <SiteCard title={words.verifiedTitle} text={words.verifiedText}>
        <a className={buttonClass('primary')} href={isSignedIn ? '/continue-signup' : '/signin'}>
          {words.next}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}
