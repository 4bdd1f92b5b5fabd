import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { errors as text } from '../messages/errors.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { SignInElsewhere } from './sign-in-elsewhere.tsx';
import styles from './signed-out-notice.module.css';

/** Over a page that stays because somebody is filling in a form. @returns takes it away again */
export function showSignedOutNotice(signIn: string): () => void {
  return showOver(
    <Banner tone="warning" icon="warning" action={<SignInElsewhere href={signIn} />}>
      {text.signedOut}
    </Banner>,
  );
}

/** Over a page of somebody else than who is signed in now: it is read anew as theirs, or its own person signs in again. */
export function showSomebodyElseNotice(signIn: string): () => void {
  return showOver(
    <Banner
      tone="warning"
      icon="warning"
      action={
        <>
          <Button onClick={() => location.reload()}>{text.openAsNow}</Button>
          <SignInElsewhere href={signIn} />
        </>
      }
    >
      {text.somebodyElse}
    </Banner>,
  );
}

function showOver(banner: ReactNode): () => void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<div className={styles.notice}>{banner}</div>);
  return () => {
    root.unmount();
    place.remove();
  };
}
