import { Button } from '../parts/button.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

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
