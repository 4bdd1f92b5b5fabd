import { SSO_ERRORS, ssoErrorMessage } from '@stint/domain/auth/sso-error.ts';
import { useEffect, useRef } from 'react';
import { FormError } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import styles from './sign-in.module.css';

/** Above the form: why somebody may have landed here. */
export function SignInNotes({ search }: { search: string }) {
  return (
    <>
      <PasswordSetToast />
      <Notes search={search} />
      <ProviderError code={new URLSearchParams(search).get('error')} />
    </>
  );
}

/** A reset ended here. The address forgets it, so that a reload does not tell it again. */
function PasswordSetToast() {
  const toast = useToast();
  const hasTold = useRef(false);
  useEffect(() => {
    const page = new URL(location.href);
    if (hasTold.current || page.searchParams.get('reset') !== 'done') return;
    hasTold.current = true;
    page.searchParams.delete('reset');
    history.replaceState(history.state, '', page);
    toast({ text: text.signInPage.passwordSet });
  }, [toast]);
  return null;
}

function Notes({ search }: { search: string }) {
  const query = new URLSearchParams(search);
  const unsaved = Number(query.get('unsaved') ?? 0);
  const notes = [
    signedOutNote(query.get('signedOut')),
    unsaved > 0 ? text.signInPage.unsaved(unsaved) : null,
  ].filter((note) => note !== null);
  if (notes.length === 0) return null;
  return (
    <div className={styles.note} role="status">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

function signedOutNote(why: string | null): string | null {
  if (why === null) return null;
  return why === 'unread' ? text.signInPage.unread : text.signInPage.signedOut;
}

/** Why a sign-in through another provider ended here: a sentence of ours, whatever the address says. */
function ProviderError({ code }: { code: string | null }) {
  return code ? <FormError>{ssoErrorMessage(code) ?? SSO_ERRORS.sso_failed}</FormError> : null;
}
