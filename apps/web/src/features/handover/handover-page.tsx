import { type AuthError, toAuthError } from '@latchkey/client';
import { useEffect, useRef, useState } from 'react';
import { SessionEndedError } from '../../lib/api-error.ts';
import { mainOriginOf } from '../../lib/session.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site as text } from '../../messages/site.ts';
import { workspaces as words } from '../../messages/workspaces.ts';
import { buttonClass } from '../../ui/button.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { continueHandover, startHandover } from './handover.ts';

/** `/auth`: the step between a session on the main domain and one on a workspace host (decisions 7). */
export function HandoverPage({ session }: SitePageProps) {
  const [error, setError] = useState<AuthError | null>(null);
  const hasStarted = useRef(false);
  useEffect(() => {
    // A code works once: React's second run in development must not spend it.
    if (hasStarted.current) return;
    hasStarted.current = true;
    continueHandover(session).catch((thrown: unknown) => {
      // A session that ended has its own way out: the page is being left.
      if (!(thrown instanceof SessionEndedError)) setError(toAuthError(thrown));
    });
  }, [session]);
  if (!error) return <FullScreenSpinner label={words.handover.opening} />;
  const main = mainOriginOf(session.settings);
  const told = describe(error);
  const again = () =>
    void startHandover(session, '/time').catch((thrown: unknown) => setError(toAuthError(thrown)));
  const back = `${main}/signin?redirect=${encodeURIComponent(location.href)}`;
  return (
    <SiteLayout home={main}>
      <SiteCard title={told.title} text={told.text}>
        {told.next === 'again' && session.settings.workspace ? (
          <button type="button" className={buttonClass('primary')} onClick={again}>
            {text.tryAgain}
          </button>
        ) : null}
        {told.next === 'signIn' ? (
          <a className={buttonClass('primary')} href={back}>
            {text.signIn}
          </a>
        ) : null}
        <a className={buttonClass('secondary')} href={`${main}/`}>
          {words.handover.choose}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}

function describe({ type, statusCode }: AuthError): {
  title: string;
  text: string;
  next: 'again' | 'signIn' | 'choose';
} {
  const { handover } = words;
  if (type === 'factor_missing')
    return { title: handover.factorTitle, text: handover.factorText, next: 'signIn' };
  if (statusCode === 403 || statusCode === 404) {
    return { title: handover.noAccess, text: handover.noAccessText, next: 'choose' };
  }
  return { title: handover.failed, text: handover.failedText, next: 'again' };
}
