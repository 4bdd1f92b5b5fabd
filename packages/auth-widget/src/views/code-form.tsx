import { BackButton, SubmitButton } from '../parts/button.tsx';
import { CodeField, cleanCode } from '../parts/code-field.tsx';
import { Form, requireFields } from '../parts/form.tsx';
import { InfoBox } from '../parts/info-box.tsx';
import { ResendButton } from '../parts/resend-button.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** Asks for the code that was sent. */
export function CodeForm(props: ViewProps<Screens['codeForm']>) {
  const { sentText, message, sentAt, isBusy, send, resendWaitSeconds } = props;
  const { labels, required } = useTexts();
  return (
    <Form
      isBusy={isBusy}
      check={(values) => requireFields(values, { verificationCode: required.verificationCode })}
      onSubmit={(values) =>
        send({ type: 'submit', verificationCode: cleanCode(values.verificationCode ?? '') })
      }
    >
      <p className="latchkey-text">{sentText}</p>
      <InfoBox>{message}</InfoBox>
      <CodeField name="verificationCode" label={labels.verificationCode} />
      <SubmitButton isBusy={isBusy} />
      <ResendButton
        sentAt={sentAt}
        waitSeconds={resendWaitSeconds}
        isBusy={isBusy}
        onResend={() => send({ type: 'resend' })}
      />
      <BackButton onBack={() => send({ type: 'back' })} />
    </Form>
  );
}
