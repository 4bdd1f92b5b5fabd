import { type ChangeEvent, useRef, useState } from 'react';
import { ownPicture } from '../../lib/own-picture.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { useAccount } from './account-context.ts';
import { text } from './messages.ts';
import { squareOf } from './square-picture.ts';

const words = text.picture;
const KINDS = ['image/png', 'image/jpeg', 'image/webp'];

/** The own picture, or the first letter in its place. */
export function PictureForm() {
  const { session, account, reload } = useAccount();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = ownPicture(session.settings.authBaseUrl, account.image);
  const done = async () => {
    await session.auth.refresh({ force: true });
    await reload();
    toast({ text: text.saved });
  };
  const sending = useSubmit(async () => {
    const file = chosen.current;
    if (!file) return;
    setProblem(KINDS.includes(file.type) ? null : words.wrongKind);
    if (!KINDS.includes(file.type)) return;
    const square = await squareOf(file).catch(() => null);
    setProblem(square ? null : words.unreadable);
    if (!square) return;
    await session.auth.account.setPicture(square);
    await done();
  });
  const removal = useSubmit(async () => {
    await session.auth.updateUser({ image: null });
    await done();
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    chosen.current = target.files?.[0] ?? null;
    sending.submit();
    // The same file may be chosen again after a refusal.
    target.value = '';
  };
  return (
    <Form className={styles.form} error={sending.error ?? removal.error} onSubmit={() => {}}>
      <div className={styles.picture}>
        {shown ? (
          <img src={shown} alt={words.alt} width="64" height="64" />
        ) : (
          <span className={styles.initial} aria-hidden="true">
            {(account.name ?? account.email ?? '').slice(0, 1).toUpperCase()}
          </span>
        )}
        <div className={styles.actions}>
          <Button isBusy={sending.isBusy} onClick={() => input.current?.click()}>
            {words.choose}
          </Button>
          {shown ? (
            <Button isBusy={removal.isBusy} onClick={removal.submit}>
              {words.remove}
            </Button>
          ) : null}
        </div>
        <input ref={input} type="file" hidden accept={KINDS.join(',')} onChange={choose} />
      </div>
      <p className={styles.hint}>{words.hint}</p>
      {problem ? <p role="alert">{problem}</p> : null}
    </Form>
  );
}
