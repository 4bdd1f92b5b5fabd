import { useEffect, useState } from 'react';
import { readAccount } from '../../entities/account.ts';
import type { Session } from '../../lib/session.ts';
import { useLoad, useSubmit } from '../../lib/use-async.ts';
import { site } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SiteCard } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { text } from './messages.ts';
import styles from './onboarding.module.css';

type WayInStepProps = { session: Session; workspaceName: string; onDone: () => void };

/** Who came by an invitation has proven the address and has no way in of their own: one is offered, and can wait. */
export function WayInStep({ session, workspaceName, onDone }: WayInStepProps) {
  const account = useLoad(() => readAccount(session));
  const isNeeded = account.status === 'done' && !account.value.hasPassword;
  const isOver = account.status === 'failed' || (account.status === 'done' && !isNeeded);
  useEffect(() => {
    if (isOver) onDone();
  }, [isOver, onDone]);
  if (!isNeeded) return <FullScreenSpinner label={site.openingWorkspace} />;
  return <PasswordCard session={session} workspaceName={workspaceName} onDone={onDone} />;
}

function PasswordCard({ session, workspaceName, onDone }: WayInStepProps) {
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setIsMissing(password === '');
    if (password === '') return;
    await session.auth.updatePassword({ password, redirect: false });
    onDone();
  });
  return (
    <SiteCard title={text.invite.joined(workspaceName)} text={text.invite.wayInText}>
      <Form className={styles.form} error={error} onSubmit={submit}>
        <Field
          label={text.invite.password}
          hint={text.invite.passwordHint}
          error={isMissing ? text.invite.passwordMissing : null}
        >
          <Input
            type="password"
            value={password}
            autoComplete="new-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button variant="primary" type="submit" isBusy={isBusy} isWide>
          {text.invite.setPassword}
        </Button>
        <Button isWide onClick={onDone}>
          {text.invite.skip}
        </Button>
      </Form>
    </SiteCard>
  );
}
