import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import { useState } from 'react';
import { useSubmit } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { useAccount } from './account-context.ts';
import { text } from './messages.ts';
import { PictureForm } from './picture-form.tsx';

/** Picture, name and username; both are the account's, the name in a workspace is the workspace's. */
export function ProfileSection() {
  return (
    <>
      <PictureForm />
      <NamesForm />
    </>
  );
}

function NamesForm() {
  const { session, account, reload } = useAccount();
  const toast = useToast();
  const [name, setName] = useState(account.name ?? '');
  const [username, setUsername] = useState(account.username ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    setIsMissing(name.trim() === '');
    if (name.trim() === '') return;
    const changed = username.trim() !== (account.username ?? '') && username.trim() !== '';
    await session.auth.updateUser({ name: name.trim(), ...(changed ? { username: username.trim() } : {}) });
    await reload();
    toast({ text: text.saved });
  });
  return (
    <Form className={styles.form} error={error} onSubmit={submit}>
      <Field label={text.name} hint={text.nameHint} error={isMissing ? text.nameMissing : null}>
        <Input
          name="name"
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={text.username} hint={text.usernameHint}>
        <Input
          name="username"
          value={username}
          maxLength={100}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {common.save}
      </Button>
    </Form>
  );
}
