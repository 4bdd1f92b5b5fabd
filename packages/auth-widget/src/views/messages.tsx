import { Button } from '../parts/button.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** Something is under way. */
export function Loading({ title }: Screens['loading']) {
  return (
    <div className="latchkey-loading" role="status" data-part="loading">
      <span className="latchkey-spinner" aria-hidden="true" />
      <span>{title}</span>
    </div>
  );
}

/** A sign-in that ended well (spec 2.5). */
export function Done({ text, hasRedirect, canLogOut, send, onLogout }: ViewProps<Screens['done']>) {
  const { texts, buttons } = useTexts();
  return (
    <div className="latchkey-stack">
      {text ? (
        <p className="latchkey-text" role="status">
          {text}
        </p>
      ) : null}
      {hasRedirect ? <p className="latchkey-text">{texts.ifNotRedirected}</p> : null}
      <Button kind="main" part="continue" onClick={() => send({ type: 'finish' })}>
        {buttons.continue}
      </Button>
      {canLogOut ? (
        <Button kind="quiet" part="logout" onClick={onLogout}>
          {buttons.logout}
        </Button>
      ) : null}
    </div>
  );
}

/** Nothing can be done on this screen but to try again. */
export function Notice({ text, canRetry, send }: ViewProps<Screens['notice']>) {
  const { buttons } = useTexts();
  return (
    <div className="latchkey-stack">
      <p className="latchkey-text" role="alert">
        {text}
      </p>
      {canRetry ? (
        <Button kind="main" part="retry" onClick={() => send({ type: 'retry' })}>
          {buttons.retry}
        </Button>
      ) : null}
    </div>
  );
}

/** A link that this browser did not ask for runs only after a person agreed (security 4). */
export function ConfirmLink({ text, button, send, linkNote }: ViewProps<Screens['confirmLink']>) {
  const { buttons } = useTexts();
  return (
    <div className="latchkey-stack">
      {linkNote ? <p className="latchkey-text">{linkNote}</p> : null}
      <p className="latchkey-text">{text}</p>
      <Button kind="main" part="open-link" onClick={() => send({ type: 'openLink' })}>
        {button}
      </Button>
      <Button kind="quiet" part="back" onClick={() => send({ type: 'back' })}>
        {buttons.notMine}
      </Button>
    </div>
  );
}
