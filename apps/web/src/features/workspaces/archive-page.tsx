import { useState } from 'react';
import {
  archiveWorkspace,
  listWorkspaces,
  restoreWorkspace,
  type Workspace,
  workspaceEntry,
} from '../../entities/workspace.ts';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Session } from '../../lib/session.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { fullDate, today } from '../../lib/today.ts';
import { useLoad, useSubmit } from '../../lib/use-async.ts';
import { previousPath } from '../../lib/visited-paths.ts';
import { site } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Field, FormError, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import styles from './archive-page.module.css';
import { text } from './messages.ts';

/** `/archive-workspace`: takes a workspace out of use, or back in; nothing of the workspace is loaded. */
export function ArchivePage({ session }: SitePageProps) {
  const workspaces = useLoad(() => listWorkspaces(session));
  const slug = new URLSearchParams(location.search).get('workspace');
  if (workspaces.status === 'loading') return <FullScreenSpinner label={site.loading} />;
  const found =
    workspaces.status === 'done' ? workspaces.value.find((workspace) => workspace.slug === slug) : undefined;
  if (workspaces.status === 'failed' || !found) {
    // An address without a name accuses nobody: what can be archived is offered.
    if (workspaces.status === 'done' && !slug) return <Choose workspaces={workspaces.value} />;
    return (
      <SiteLayout>
        <SiteCard
          title={site.noAccess}
          text={workspaces.status === 'failed' ? describeError(workspaces.error) : site.noAccessText}
        >
          <a className={buttonClass('primary')} href="/">
            {site.chooseWorkspace}
          </a>
        </SiteCard>
      </SiteLayout>
    );
  }
  return (
    <SiteLayout>
      {found.status === 'archived' || found.status === 'deleting' ? (
        <Restore session={session} workspace={found} />
      ) : (
        <Archive session={session} workspace={found} onDone={workspaces.reload} />
      )}
    </SiteLayout>
  );
}

/** Which of one's workspaces it is about, where the address does not say. */
function Choose({ workspaces }: { workspaces: readonly Workspace[] }) {
  return (
    <SiteLayout>
      <SiteCard
        title={text.archive.which}
        text={workspaces.length > 0 ? text.archive.whichText : text.chooser.empty}
      >
        <ul className={styles.choices}>
          {workspaces.map(({ tenantID, name, slug, status }) => (
            <li key={tenantID}>
              <a className={buttonClass('secondary')} href={`/archive-workspace?workspace=${slug}`}>
                {name}
                {status === 'archived' ? ` (${text.chooser.archived})` : ''}
              </a>
            </li>
          ))}
        </ul>
        <a href="/">{text.archive.keep}</a>
      </SiteCard>
    </SiteLayout>
  );
}

type PartProps = { session: Session; workspace: Workspace };

function Restore({ session, workspace }: PartProps) {
  const { isBusy, error, submit } = useSubmit(async () => {
    await restoreWorkspace(session.call, workspace.tenantID);
    location.assign(workspaceEntry(session, workspace.slug));
  });
  return (
    <SiteCard
      title={text.archive.archivedTitle(workspace.name)}
      text={text.archive.archivedText(day(workspace.deleteAfter))}
    >
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <Button variant="primary" isBusy={isBusy} onClick={submit}>
        {text.archive.restore}
      </Button>
      <a className={buttonClass('secondary')} href="/">
        {site.chooseWorkspace}
      </a>
    </SiteCard>
  );
}

/** Asks for the password where the sign-in is older than ten minutes (security 6). */
function Archive({ session, workspace, onDone }: PartProps & { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [asksPassword, setAsksPassword] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    if (password) await session.auth.login({ ...confirmation(session), password });
    try {
      await archiveWorkspace(session.call, workspace.tenantID);
      onDone();
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.code === 'step_up_required')) throw thrown;
      setAsksPassword(true);
    }
  });
  return (
    <SiteCard title={text.archive.title(workspace.name)} text={text.archive.text}>
      <Form className={styles.form} error={error} onSubmit={submit}>
        {asksPassword ? (
          <Field label={text.archive.password} hint={text.archive.passwordHint}>
            <Input
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
        ) : null}
        <Button variant="danger" type="submit" isBusy={isBusy} isWide>
          {text.archive.submit}
        </Button>
      </Form>
      <a className={buttonClass('secondary')} href={cameFrom(session, workspace.slug)}>
        {text.archive.keep}
      </a>
    </SiteCard>
  );
}

/** The page of the workspace that led here, else its week. */
function cameFrom(session: Session, slug: string): string {
  const previous = previousPath();
  return previous?.startsWith(workspaceEntry(session, slug, '/')) ? previous : workspaceEntry(session, slug);
}

function confirmation({ auth }: Session) {
  const user = auth.user();
  const emailOrUsername = user?.email ?? user?.username ?? '';
  return { method: 'password', emailOrUsername, redirect: false, isStepUp: true } as const;
}

function day(instant: string | null): string {
  if (!instant) return '';
  return fullDate(today(new Date(instant)));
}
