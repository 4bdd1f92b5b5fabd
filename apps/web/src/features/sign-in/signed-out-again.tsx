import { buttonClass } from '../../ui/button-class.ts';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { text } from './messages.ts';

/** The end of going round: a fresh session was refused again. Says so, and leaves the next step to the person. */
export function SignedOutAgain({ home, signIn, unsaved }: { home: string; signIn: string; unsaved: number }) {
  const words = text.signedOutAgain;
  return (
    <SiteLayout home={home}>
      <SiteCard title={words.title} text={words.text}>
        {unsaved > 0 ? <p role="status">{text.signInPage.unsaved(unsaved)}</p> : null}
        <a className={buttonClass('primary')} href={signIn}>
          {words.again}
        </a>
      </SiteCard>
    </SiteLayout>
  );
}
