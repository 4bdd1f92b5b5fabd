import { createRoot } from 'react-dom/client';
import { errors as text } from '../messages/errors.ts';
import { Banner } from './banner.tsx';
import { SignInElsewhere } from './sign-in-elsewhere.tsx';
import styles from './signed-out-notice.module.css';

/** Over a page that stays because somebody is filling in a form. @returns takes it away again */
export function showSignedOutNotice(signIn: string): () => void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <div className={styles.notice}>
      <Banner tone="warning" icon="warning" action={<SignInElsewhere href={signIn} />}>
        {text.signedOut}
      </Banner>
    </div>,
  );
  return () => {
    root.unmount();
    place.remove();
  };
}
