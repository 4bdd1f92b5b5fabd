import { useState } from 'react';
import { describeError } from '../../lib/describe-error.ts';
import type { Session } from '../../lib/session.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { text } from './messages.ts';
import styles from './onboarding.module.css';
import { useEmailConfirmed } from './use-email-confirmed.ts';

const words = text.verification;

/** While somebody goes on without having confirmed their address: where the link went, and a new one. */
export function ConfirmEmailNote({ session }: { session: Session }) {
  const isConfirmed = useEmailConfirmed(session);
  const email = session.auth.user()?.email;
  if (isConfirmed !== false || !email) return null;
  return (
    <div className={styles.note} role="status">
      <p>{words.waitingText(email)}</p>
      <ResendLink session={session} email={email} />
    </div>
  );
}

/** Mails a new link to the address of the signed-in person; says where mails are in test mode, which sends none. */
export function ResendLink({ session, email }: { session: Session; email: string }) {
  const [isSent, setIsSent] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    await session.auth.sendLoginLink({ email });
    setIsSent(true);
  });
  return (
    <>
      {error ? <FormError>{describeError(error)}</FormError> : null}
      <Button isBusy={isBusy} onClick={submit}>
        {words.resend}
      </Button>
      {isSent ? <p role="status">{words.resent}</p> : null}
      {session.settings.mode === 'test' ? (
        <p>
          {words.testMode} <a href="/outbox">{words.openOutbox}</a>
        </p>
      ) : null}
    </>
  );
}
