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
