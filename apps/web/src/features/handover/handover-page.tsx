import { type AuthError, toAuthError } from '@latchkey/client';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SessionEndedError } from '../../lib/api-error.ts';
import { kindOfStep, type MissingStep, readMissingStep } from '../../lib/missing-step.ts';
import { mainOriginOf, type Session } from '../../lib/session.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { continueHandover, readAsked, startHandover } from './handover.ts';
import { text } from './messages.ts';
import { OwnProviders } from './own-providers.tsx';

const FactorStep = lazy(async () => ({ default: (await import('../../lib/factor-step.tsx')).FactorStep }));

/** `/auth`: the step between a session on the main domain and one on a workspace host. */
export function HandoverPage({ session }: SitePageProps) {
  const [error, setError] = useState<AuthError | null>(null);
  const [turn, setTurn] = useState(0);
  const lastTurn = useRef(-1);
  useEffect(() => {
    // A code works once: React's second run in development must not spend it.
    if (lastTurn.current === turn) return;
    lastTurn.current = turn;
    setError(null);
    continueHandover(session).catch((thrown: unknown) => {
      // A session that ended has its own way out: the page is being left.
      if (!(thrown instanceof SessionEndedError)) setError(toAuthError(thrown));
    });
  }, [session, turn]);
  if (!error) return <FullScreenSpinner label={site.openingWorkspace} />;
  const step = session.settings.workspace ? null : readMissingStep(error);
  if (step) return <StepPage session={session} step={step} onPassed={() => setTurn(turn + 1)} />;
  const main = mainOriginOf(session.settings);
  const told = describe(error);
  const again = () =>
    void startHandover(session, '/time').catch((thrown: unknown) => setError(toAuthError(thrown)));
  return (
    <SiteLayout home={main}>
      <SiteCard title={told.title} text={told.text}>
        {told.again && session.settings.workspace ? (
          <Button variant="primary" onClick={again}>
            {told.again}
          </Button>
        ) : null}
        <a className={buttonClass('secondary')} href={`${main}/`}>
          {site.chooseWorkspace}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}

type StepPageProps = { session: Session; step: MissingStep; onPassed: () => void };

/** The step that the workspace asks for, on the main domain: passed or set up here, then the way leads in. */
function StepPage({ session, step, onPassed }: StepPageProps) {
  const kind = kindOfStep(step);
  const asked = readAsked(location.search);
  const texts = {
    ownProvider: text.ownProviderText,
    firstFactor: text.firstFactorText,
    useFactor: text.useFactorText,
    setUpFactor: text.setUpFactorText,
    freshProof: text.freshProofText,
    none: text.noFactorText,
  };
  const hasWidget = step.factors.length + step.customProviders.length > 0;
  const asksPassword = step.factors.some(({ strategy }) => strategy === 'password');
  return (
    <SiteLayout>
      <SiteCard title={text.factorTitle} text={texts[kind]}>
        {hasWidget ? (
          <Suspense fallback={<p role="status">{site.loading}</p>}>
            <FactorStep
              session={session}
              step={step}
              onPassed={onPassed}
              onAbandoned={() => location.assign('/')}
            />
          </Suspense>
        ) : null}
        {asked && step.ownProviders.length > 0 ? (
          <OwnProviders session={session} providers={step.ownProviders} asked={asked} />
        ) : null}
        {asksPassword ? <a href="/password-reset/new">{text.setPassword}</a> : null}
        <a className={buttonClass('secondary')} href="/">
          {site.chooseWorkspace}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}

function describe({ type, statusCode }: AuthError): { title: string; text: string; again: string | null } {
  if (type === 'factor_missing') return { title: text.factorTitle, text: text.changedText, again: text.goOn };
  if (statusCode === 403 || statusCode === 404) {
    return { title: site.noAccess, text: site.noAccessText, again: null };
  }
  return { title: text.failed, text: text.failedText, again: site.tryAgain };
}
