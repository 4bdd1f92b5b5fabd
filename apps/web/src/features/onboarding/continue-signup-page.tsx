import { useEffect, useState } from 'react';
import { defaultTarget } from '../../entities/after-sign-in.ts';
import { listWorkspaces } from '../../entities/workspace.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Session } from '../../lib/session.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { site as text } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { readDraft } from './draft.ts';

/** The first thing that is still to be told: who somebody is, where the data lives, what the workspace is called. */
function nextStep({ auth }: Session): string {
  if (!auth.user()?.name) return '/your-name';
  return readDraft().regionCode ? '/create-new-workspace' : '/select-region';
}

/** Goes on exactly where somebody stopped: name, region, then workspace; with a workspace already, into it. */
export function ContinueSignupPage({ session }: SitePageProps) {
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    listWorkspaces(session)
      .then((workspaces) => {
        const target = defaultTarget(session, workspaces);
        location.replace(target === '/continue-signup' ? nextStep(session) : target);
      })
      .catch(setError);
  }, [session]);
  if (!error) return <FullScreenSpinner label={text.loading} />;
  return (
    <SiteLayout>
      <SiteCard title={text.problem}>
        <FormError>{describeError(error)}</FormError>
        <Button variant="primary" onClick={() => location.reload()}>
          {text.tryAgain}
        </Button>
      </SiteCard>
    </SiteLayout>
  );
}
