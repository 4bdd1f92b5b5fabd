import { BackButton } from '../parts/button.tsx';
import { InfoBox } from '../parts/info-box.tsx';
import { ResendButton } from '../parts/resend-button.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** A link is on its way. */
export function LinkSent(props: ViewProps<Screens['linkSent']>) {
  const { sentText, message, sentAt, canResend, isBusy, send, resendWaitSeconds } = props;
  return (
    <div className="latchkey-stack">
      <p className="latchkey-text">{sentText}</p>
      <InfoBox>{message}</InfoBox>
      {canResend ? (
        <ResendButton
          sentAt={sentAt}
          waitSeconds={resendWaitSeconds}
          isBusy={isBusy}
          onResend={() => send({ type: 'resend' })}
        />
      ) : null}
      <BackButton onBack={() => send({ type: 'back' })} />
    </div>
  );
}
