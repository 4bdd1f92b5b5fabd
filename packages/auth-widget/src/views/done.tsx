import { Button } from '../parts/button.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** A sign-in that ended well. */
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
