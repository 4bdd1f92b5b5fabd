import type { ReactNode } from 'react';
import type { Session } from '../../lib/session.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site } from '../../messages/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { ResendLink } from './confirm-email.tsx';
import { text } from './messages.ts';
import { useEmailConfirmed } from './use-email-confirmed.ts';

const words = text.verification;

/** The result of a link from a mail: query parameters `status` (value expired) and `verified` (true or false). */
export function EmailVerificationPage({ session }: SitePageProps) {
  const query = new URLSearchParams(location.search);
  const verified = query.get('verified');
  if (query.get('status') === 'expired')
    return <Expired session={session} isVerified={verified === 'true'} />;
  if (verified === 'true') return <Confirmed session={session} />;
  return <Unsaid session={session} />;
}

function Expired({ session, isVerified }: { session: Session; isVerified: boolean }) {
  return (
    <Page title={words.expiredTitle} text={isVerified ? words.expiredVerifiedText : words.expiredText}>
      <Next session={session} isMain />
    </Page>
  );
}

function Confirmed({ session }: { session: Session }) {
  return (
    <Page title={words.verifiedTitle} text={`${words.verifiedText} ${words.otherTab}`}>
      <Next session={session} isMain />
    </Page>
  );
}

/** The address of the page does not say that anything is confirmed: the provider knows, where somebody is signed in. */
function Unsaid({ session }: { session: Session }) {
  const isConfirmed = useEmailConfirmed(session);
  const { isSignedIn, user } = session.auth.snapshot();
  if (isSignedIn && isConfirmed === null) return <FullScreenSpinner label={site.loading} />;
  if (isConfirmed) return <Confirmed session={session} />;
  const email = user?.email;
  return (
    <Page title={words.waitingTitle} text={email ? words.waitingText(email) : words.waitingSignedOut}>
      {email ? <ResendLink session={session} email={email} /> : null}
      <Next session={session} isMain={!email} />
    </Page>
  );
}

function Next({ session, isMain }: { session: Session; isMain: boolean }) {
  const { isSignedIn } = session.auth.snapshot();
  // A link of a workspace was opened at its own host: the way on leads into it.
  const onward = session.settings.workspace ? '/time' : '/continue-signup';
  const label = isSignedIn ? (isMain ? words.next : words.later) : site.signIn;
  return (
    <a className={buttonClass(isMain ? 'primary' : 'secondary')} href={isSignedIn ? onward : '/signin'}>
      {label}
    </a>
  );
}

function Page({ title, text: lead, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <SiteLayout>
      <SiteCard title={title} text={lead}>
        {children}
      </SiteCard>
    </SiteLayout>
  );
}
