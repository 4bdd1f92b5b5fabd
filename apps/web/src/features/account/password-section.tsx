import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { useAccount } from './account-context.ts';
import { text } from './messages.ts';

/** A new password, with the current one where there is one. */
export function PasswordSection() {
  const { session, account, reload } = useAccount();
  const toast = useToast();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const { hasPassword } = account;
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    setHasTried(true);
    if (password === '' || (hasPassword && current === '')) return;
    const existing = hasPassword ? { existingPassword: current } : {};
    await session.auth.updatePassword({ password, ...existing, redirect: false });
    setCurrent('');
    setPassword('');
    setHasTried(false);
    await reload();
    toast({ text: `${text.passwordSet}. ${text.othersEnded}` });
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      {hasPassword ? (
        <Field label={text.current} error={hasTried && current === '' ? text.currentMissing : null}>
          <Input
            type="password"
            name="current"
            value={current}
            autoComplete="current-password"
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
      ) : (
        <p>{text.passwordNone}</p>
      )}
      <Field
        label={text.newPassword}
        hint={text.passwordHint}
        error={hasTried && password === '' ? text.newMissing : null}
      >
        <Input
          type="password"
          name="new"
          value={password}
          autoComplete="new-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {hasPassword ? text.changePassword : text.setPassword}
      </Button>
    </Form>
  );
}
