import { acceptInvitation, previewInvitation } from '../../entities/invitation.ts';
import { workspaceEntry } from '../../entities/workspace.ts';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { useLoad, useSubmit } from '../../lib/use-async.ts';
import { site } from '../../messages/site.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { text } from './messages.ts';

/** What an invitation is for, and one button to take it; opening the page uses nothing up (security 4). */
export function InvitePage({ session }: SitePageProps) {
  const token = new URLSearchParams(location.search).get('token') ?? session.auth.link()?.token ?? '';
  const preview = useLoad(() => previewInvitation(session.call, token));
  const accept = useSubmit(async () => {
    const { slug } = await acceptInvitation(session.call, token);
    await session.auth.refresh({ force: true });
    location.assign(workspaceEntry(session, slug));
  });
  if (preview.status === 'loading') return <FullScreenSpinner label={site.loading} />;
  if (preview.status === 'failed') return <Gone error={preview.error} />;
  const { workspaceName, inviterName, role, email } = preview.value;
  const back = `?redirect=${encodeURIComponent(`/invite?token=${token}`)}`;
  return (
    <SiteLayout>
      <SiteCard title={text.invite.title(workspaceName)} text={text.invite.text(inviterName, role)}>
        <p>{text.invite.for(email)}</p>
        {accept.error ? <FormError>{describeError(accept.error)}</FormError> : null}
        {session.auth.snapshot().isSignedIn ? (
          <Button variant="primary" isBusy={accept.isBusy} onClick={accept.submit}>
            {text.invite.accept}
          </Button>
        ) : (
          <>
            <a className={buttonClass('primary')} href={`/signup${back}`}>
              {site.signUp}
            </a>
            <a className={buttonClass('secondary')} href={`/signin${back}`}>
              {site.signIn}
            </a>
          </>
        )}
      </SiteCard>
    </SiteLayout>
  );
}

function Gone({ error }: { error: unknown }) {
  const isGone = error instanceof ApiError && error.status < 500 && error.status !== 429;
  return (
    <SiteLayout>
      <SiteCard
        title={isGone ? text.invite.gone : site.problem}
        text={isGone ? text.invite.goneText : describeError(error)}
      >
        <a className={buttonClass('primary')} href="/">
          {text.choose}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}
