import { FACTOR_KINDS } from '@stint/domain/auth/factor.ts';
import { listWorkspaces, workspaceEntry } from '../../entities/workspace.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { useLoad } from '../../lib/use-async.ts';
import { errors } from '../../messages/errors.ts';
import { site } from '../../messages/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SignOutButton } from '../../ui/sign-out-button.tsx';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './chooser-page.module.css';
import { text } from './messages.ts';

/** Somebody comes back from linking a provider to the own account. Names are ours: the address decides only which. */
function Linked({ strategy }: { strategy: string | null }) {
  const kind = FACTOR_KINDS.find((one) => one.isSso && one.strategy === strategy);
  const name = kind?.buttonText ?? text.chooser.organisation;
  return strategy === null ? null : <p role="status">{text.chooser.linked(name)}</p>;
}

/** Why somebody who is signed in landed here. */
function Refused({ error }: { error: string | null }) {
  return error === 'unauthorize_access' ? <FormError>{errors.unauthorized}</FormError> : null;
}

/** `/` for somebody who is signed in: which workspace? */
export function ChooserPage({ session }: SitePageProps) {
  const workspaces = useLoad(() => listWorkspaces(session));
  const email = session.auth.user()?.email;
  return (
    <SiteLayout aside={<SignOutButton auth={session.auth} />}>
      <SiteCard title={text.chooser.title} text={email ? text.chooser.signedInAs(email) : undefined}>
        <Refused error={new URLSearchParams(location.search).get('error')} />
        <Linked strategy={new URLSearchParams(location.search).get('linked')} />
        {workspaces.status === 'loading' ? <SkeletonRows count={3} label={site.loading} /> : null}
        {workspaces.status === 'failed' ? (
          <>
            <FormError>{describeError(workspaces.error)}</FormError>
            <Button onClick={workspaces.reload}>{site.tryAgain}</Button>
          </>
        ) : null}
        {workspaces.status === 'done' && workspaces.value.length === 0 ? (
          <EmptyState
            title={text.chooser.empty}
            action={
              <a className={buttonClass('primary')} href="/select-region">
                {text.chooser.create}
              </a>
            }
          />
        ) : null}
        {workspaces.status === 'done' && workspaces.value.length > 0 ? (
          <>
            <ul className={styles.list}>
              {workspaces.value.map(({ tenantID, name, slug, url, status }) => (
                <li key={tenantID}>
                  <a
                    className={styles.row}
                    href={
                      status === 'archived'
                        ? `/archive-workspace?workspace=${slug}`
                        : workspaceEntry(session, slug)
                    }
                  >
                    <span className={styles.initial} aria-hidden="true">
                      {name.slice(0, 1).toUpperCase()}
                    </span>
                    <span className={styles.names}>
                      <b>{name}</b>
                      <span>{url.replace(/^https?:\/\//, '')}</span>
                    </span>
                    {status === 'archived' ? <Badge>{text.chooser.archived}</Badge> : null}
                    {status === 'provisioning' ? (
                      <Badge tone="info">{text.chooser.provisioning}</Badge>
                    ) : null}
                    <Icon name="right" />
                  </a>
                </li>
              ))}
            </ul>
            <a className={buttonClass('secondary')} href="/select-region">
              {text.chooser.create}
            </a>
          </>
        ) : null}
      </SiteCard>
    </SiteLayout>
  );
}
