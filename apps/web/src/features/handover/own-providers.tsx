import { toAuthError } from '@latchkey/client';
import { findFactorKind } from '@stint/domain/auth/factor.ts';
import { lazy, Suspense, useState } from 'react';
import { workspaceSignIn } from '../../entities/workspace-target.ts';
import { describeError } from '../../lib/describe-error.ts';
import { type MissingStep, readStepUp } from '../../lib/missing-step.ts';
import type { ListedProvider } from '../../lib/own-providers.ts';
import type { Session } from '../../lib/session.ts';
import { site } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { FormError } from '../../ui/field.tsx';
import type { Asked } from './handover.ts';
import { text } from './messages.ts';

const FactorStep = lazy(async () => ({ default: (await import('../../lib/factor-step.tsx')).FactorStep }));

export type OwnProvidersProps = { session: Session; providers: readonly ListedProvider[]; asked: Asked };

/**
 * The single sign-on of the workspace itself. Who is linked to it signs in at the workspace's host; others link it with
 * their own account first, since a workspace's provider takes over no account that was there before.
 */
export function OwnProviders({ session, providers, asked }: OwnProvidersProps) {
  const [error, setError] = useState<unknown>(null);
  const [stepUp, setStepUp] = useState<{ step: MissingStep; again: ListedProvider } | null>(null);
  const connect = async (provider: ListedProvider) => {
    setError(null);
    setStepUp(null);
    try {
      location.assign(await startLinking(session, provider, asked));
    } catch (thrown) {
      const step = readStepUp(toAuthError(thrown));
      if (step) setStepUp({ step, again: provider });
      else setError(thrown);
    }
  };
  if (stepUp) {
    return (
      <>
        <p>{text.confirmText}</p>
        <Suspense fallback={<p role="status">{site.loading}</p>}>
          <FactorStep
            session={session}
            step={stepUp.step}
            onPassed={() => void connect(stepUp.again)}
            onAbandoned={() => setStepUp(null)}
          />
        </Suspense>
      </>
    );
  }
  return (
    <>
      {error ? <FormError>{describeError(error)}</FormError> : null}
      {providers
        .filter(({ isLinked }) => !isLinked)
        .map((provider) => (
          <Button
            key={`${provider.provider}/${provider.providerId}`}
            variant="primary"
            onClick={() => void connect(provider)}
          >
            {text.connect(nameOf(provider))}
          </Button>
        ))}
      <a className={buttonClass('secondary')} href={workspaceSignIn(session, asked.slug, asked.target)}>
        {text.ownSignIn}
      </a>
    </>
  );
}

/** Linking ends on the sign-in page of the workspace, which the provider then signs in to. */
function startLinking(
  { auth }: Session,
  { provider, providerId }: ListedProvider,
  { tenantId, target }: Asked,
): Promise<string> {
  const redirect = `/signin?${new URLSearchParams({ redirect: target })}`;
  return auth.account.linkIdentity({ provider, tenantId, providerId, redirect });
}

function nameOf({ provider, providerId }: ListedProvider): string {
  if (provider === 'saml') return text.singleSignOn;
  const kind = findFactorKind({ channel: 'email', strategy: provider });
  return providerId || (kind?.buttonText ?? provider);
}
