import type { SessionRecord } from '@latchkey/client';
import { describeError } from '../../lib/describe-error.ts';
import { useLoad, useSubmit } from '../../lib/use-async.ts';
import { site } from '../../messages/site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { useAccount } from './account-context.ts';
import { text } from './messages.ts';

const words = text.sessions;

/** Every browser and application that is signed in; ending one ends what was opened from it. */
export function SessionsSection() {
  const { auth } = useAccount().session;
  const toast = useToast();
  const loaded = useLoad(() => auth.account.listSessions());
  const others = useSubmit(async () => {
    await auth.account.endSession('others');
    toast({ text: words.othersEnded });
    loaded.reload();
  });
  if (loaded.status === 'loading') return <SkeletonRows count={2} label={site.loading} />;
  if (loaded.status === 'failed') {
    return (
      <>
        <FormError>{describeError(loaded.error)}</FormError>
        <Button onClick={loaded.reload}>{site.tryAgain}</Button>
      </>
    );
  }
  return (
    <>
      {others.error ? <FormError>{describeError(others.error)}</FormError> : null}
      <ul className={styles.list}>
        {loaded.value.map((one) => (
          <SignedIn key={one.sessionId} session={one} onEnded={loaded.reload} />
        ))}
      </ul>
      {loaded.value.length > 1 ? (
        <div className={styles.actions}>
          <Button isBusy={others.isBusy} onClick={others.submit}>
            {words.others}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function SignedIn({ session, onEnded }: { session: SessionRecord; onEnded: () => void }) {
  const { auth } = useAccount().session;
  const toast = useToast();
  const device = session.device ?? words.unknown;
  const { isBusy, error, submit } = useSubmit(async () => {
    await auth.account.endSession(session.sessionId);
    toast({ text: words.ended });
    onEnded();
  });
  const used = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className={styles.row}>
      <span>
        <b>{`${device} · ${session.tenantName}`}</b>
        <small>
          {[session.address, words.lastUsed(used.format(new Date(session.lastUsedAt)))]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {error ? <FormError>{describeError(error)}</FormError> : null}
      </span>
      {session.isCurrent ? (
        <Badge tone="success">{words.current}</Badge>
      ) : (
        <Button
          isBusy={isBusy}
          onClick={submit}
          aria-label={words.signOutOf(`${device} · ${session.tenantName}`)}
        >
          {words.signOut}
        </Button>
      )}
    </li>
  );
}
