import { SSO_ERRORS, ssoErrorMessage } from '@stint/domain/auth/sso-error.ts';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { FormError } from '../../ui/field.tsx';
import { text } from './messages.ts';
import styles from './sign-in.module.css';

const Nothing = () => null;

/** Not worth the form: where it cannot be fetched, it is not told. */
const PasswordSet = lazy<ComponentType>(() =>
  import('./password-set.tsx').then(
    ({ PasswordSet: told }) => ({ default: told }),
    () => ({ default: Nothing }),
  ),
);

/** Above the form: why somebody may have landed here. */
export function SignInNotes({ search }: { search: string }) {
  // The address forgets it as soon as it is told.
  const [isReset] = useState(() => new URLSearchParams(search).get('reset') === 'done');
  return (
    <>
      {isReset ? (
        <Suspense fallback={null}>
          <PasswordSet />
        </Suspense>
      ) : null}
      <Notes search={search} />
      <ProviderError code={new URLSearchParams(search).get('error')} />
    </>
  );
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
