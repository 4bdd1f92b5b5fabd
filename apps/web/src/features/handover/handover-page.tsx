import { type AuthError, toAuthError } from '@latchkey/client';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SessionEndedError } from '../../lib/api-error.ts';
import { mainOriginOf, type Session } from '../../lib/session.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site as text } from '../../messages/site.ts';
import { workspaces as words } from '../../messages/workspaces.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { continueHandover, readAsked, startHandover } from './handover.ts';
import { kindOfStep, type MissingStep, readMissingStep } from './missing-step.ts';
import { OwnProviders } from './own-providers.tsx';

const FactorStep = lazy(async () => ({ default: (await import('./factor-step.tsx')).FactorStep }));

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
  if (!error) return <FullScreenSpinner label={words.handover.opening} />;
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
          {words.handover.choose}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}

type StepPageProps = { session: Session; step: MissingStep; onPassed: () => void };

/** The step that the workspace asks for, on the main domain: passed or set up here, then the way leads in. */
function StepPage({ session, step, onPassed }: StepPageProps) {
  const { handover } = words;
  const kind = kindOfStep(step);
  const asked = readAsked(location.search);
  const texts = {
    ownProvider: handover.ownProviderText,
    firstFactor: handover.firstFactorText,
    useFactor: handover.useFactorText,
    setUpFactor: handover.setUpFactorText,
    freshProof: handover.freshProofText,
    none: handover.noFactorText,
  };
  const hasWidget = step.factors.length + step.customProviders.length > 0;
  const asksPassword = step.factors.some(({ strategy }) => strategy === 'password');
  return (
    <SiteLayout>
      <SiteCard title={handover.factorTitle} text={texts[kind]}>
        {hasWidget ? (
          <Suspense fallback={<p role="status">{text.loading}</p>}>
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
        {asksPassword ? <a href="/password-reset/new">{handover.setPassword}</a> : null}
        <a className={buttonClass('secondary')} href="/">
          {handover.choose}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}

function describe({ type, statusCode }: AuthError): { title: string; text: string; again: string | null } {
  const { handover } = words;
  if (type === 'factor_missing')
    return { title: handover.factorTitle, text: handover.changedText, again: handover.goOn };
  if (statusCode === 403 || statusCode === 404) {
    return { title: handover.noAccess, text: handover.noAccessText, again: null };
  }
  return { title: handover.failed, text: handover.failedText, again: text.tryAgain };
}
