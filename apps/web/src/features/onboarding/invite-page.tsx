import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useState } from 'react';
import { acceptInvitation, previewInvitation } from '../../entities/invitation.ts';
import { listWorkspaces, workspaceEntry } from '../../entities/workspace.ts';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Session } from '../../lib/session.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { useLoad, useSubmit } from '../../lib/use-async.ts';
import { site } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SignOutButton } from '../../ui/sign-out-button.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { text } from './messages.ts';
import styles from './onboarding.module.css';
import { WayInStep } from './way-in-step.tsx';

type Preview = Awaited<ReturnType<typeof previewInvitation>>;

/** What an invitation is for, and one button to take it; opening the page uses nothing up (security 4). */
export function InvitePage({ session }: SitePageProps) {
  const token = new URLSearchParams(location.search).get('token') ?? session.auth.link()?.token ?? '';
  const [joinedSlug, setJoinedSlug] = useState<string | null>(null);
  const preview = useLoad(() => readInvitation(session, token));
  if (preview.status === 'loading') return <FullScreenSpinner label={site.loading} />;
  if (preview.status === 'failed') return <Gone error={preview.error} />;
  const { invitation, isMember } = preview.value;
  if (joinedSlug) {
    return (
      <SiteLayout>
        <WayInStep
          session={session}
          workspaceName={invitation.workspaceName}
          onDone={() => location.assign(workspaceEntry(session, joinedSlug))}
        />
      </SiteLayout>
    );
  }
  const isSignedIn = session.auth.snapshot().isSignedIn;
  return (
    <SiteLayout aside={isSignedIn ? <SignOutButton auth={session.auth} /> : null}>
      {isMember ? (
        <Member session={session} invitation={invitation} />
      ) : (
        <SiteCard
          title={text.invite.title(invitation.workspaceName)}
          text={text.invite.text(invitation.inviterName, invitation.role)}
        >
          <p>{text.invite.for(invitation.email)}</p>
          {isSignedIn ? (
            <Accept session={session} token={token} onJoined={setJoinedSlug} />
          ) : (
            <SignInFirst token={token} />
          )}
        </SiteCard>
      )}
    </SiteLayout>
  );
}

/** Somebody may have been invited twice, or have joined already: who is signed in is told so. */
async function readInvitation(session: Session, token: string) {
  const invitation = await previewInvitation(session.call, token);
  const workspaces = session.auth.snapshot().isSignedIn ? await listWorkspaces(session) : [];
  return { invitation, isMember: workspaces.some(({ slug }) => slug === invitation.slug) };
}

function Member({ session, invitation }: { session: Session; invitation: Preview }) {
  return (
    <SiteCard
      title={text.invite.member(invitation.workspaceName)}
      text={text.invite.memberText(invitation.inviterName)}
    >
      <a className={buttonClass('primary')} href={workspaceEntry(session, invitation.slug)}>
        {text.invite.open}
      </a>
    </SiteCard>
  );
}

type AcceptProps = { session: Session; token: string; onJoined: (slug: string) => void };

/** Joins; who has no name yet is asked for it first, since the others will see it. */
function Accept({ session, token, onJoined }: AcceptProps) {
  const { auth } = session;
  const [isNamed] = useState(() => Boolean(auth.user()?.name));
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setIsMissing(!isNamed && name.trim() === '');
    if (!isNamed && name.trim() === '') return;
    if (!isNamed) await auth.updateUser({ name: name.trim() });
    const { slug } = await acceptInvitation(session.call, token);
    await auth.refresh({ force: true });
    onJoined(slug);
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      {isNamed ? null : (
        <Field label={text.name.label} error={isMissing ? text.name.missing : null}>
          <Input
            name="name"
            value={name}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="name"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
      <Button variant="primary" type="submit" isBusy={isBusy} isWide>
        {text.invite.accept}
      </Button>
    </Form>
  );
}

function SignInFirst({ token }: { token: string }) {
  const back = `?redirect=${encodeURIComponent(`/invite?token=${token}`)}`;
  return (
    <>
      <a className={buttonClass('primary')} href={`/signup${back}`}>
        {site.signUp}
      </a>
      <a className={buttonClass('secondary')} href={`/signin${back}`}>
        {site.signIn}
      </a>
    </>
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
