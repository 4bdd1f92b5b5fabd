import { normalizeEmail } from '@stint/domain/auth/email.ts';
import { useState } from 'react';
import { readAccountData } from '../../entities/account.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import styles from './account.module.css';
import { useAccount } from './account-context.ts';
import { text } from './messages.ts';

const words = text.data;

/** What the account holds, as a file; and the end of it. */
export function DataSection() {
  const { session } = useAccount();
  const [isDeleting, setIsDeleting] = useState(false);
  const { isBusy, error, submit } = useSubmit(async () => {
    const data = await readAccountData(session);
    saveFile(words.file, JSON.stringify(data, null, 2), 'application/json');
  });
  return (
    <>
      <Form className={styles.form} error={error} onSubmit={submit}>
        <p>{words.text}</p>
        <Button type="submit" isBusy={isBusy}>
          {words.download}
        </Button>
      </Form>
      <div className={styles.danger}>
        <p>{words.deleteText}</p>
        <Button variant="danger" onClick={() => setIsDeleting(true)}>
          {words.delete}
        </Button>
      </div>
      {isDeleting ? <Deletion onClose={() => setIsDeleting(false)} /> : null}
    </>
  );
}

function Deletion({ onClose }: { onClose: () => void }) {
  const { session, account } = useAccount();
  const name = account.email ?? account.username ?? '';
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const left = Object.values(account.authorization).flatMap((one) => one.name ?? []);
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    const isRight = normalizeEmail(typed) === normalizeEmail(name);
    setIsWrong(!isRight);
    if (!isRight) return;
    await session.auth.account.deleteSelf();
    session.auth.clearSession();
    location.assign('/home');
  });
  return (
    <FormDialog
      title={words.delete}
      submitLabel={words.submit}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.deleteText}</p>
      {left.length > 0 ? <p>{words.workspaces(left.join(', '))}</p> : null}
      <Field label={words.confirmLabel(name)} error={isWrong ? words.confirmMissing : null}>
        <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
