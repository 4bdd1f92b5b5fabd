import { BackButton, Button, SubmitButton } from '../parts/button.tsx';
import { CodeField, cleanCode } from '../parts/code-field.tsx';
import { Form, requireFields } from '../parts/form.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** Pairs an authenticator in two steps. */
export function TotpSetup(props: ViewProps<Screens['totpSetup']>) {
  const { qrCode, totpSecret, isBusy, canGoBack, send } = props;
  const { labels, texts, required } = useTexts();
  return (
    <Form
      isBusy={isBusy}
      check={(values) => requireFields(values, { totpCode: required.totpCode })}
      onSubmit={({ totpCode = '' }) => send({ type: 'submit', totpCode: cleanCode(totpCode) })}
    >
      <ol className="latchkey-steps">
        <li>
          {texts.scanQrCode}
          <img className="latchkey-qr-code" src={qrCode} alt={labels.qrCode} width={160} height={160} />
          {totpSecret ? (
            <p className="latchkey-hint">
              {texts.cannotScan} <code className="latchkey-secret">{grouped(totpSecret)}</code>
            </p>
          ) : null}
        </li>
        <li>
          {texts.enterTotpBelow}
          <CodeField name="totpCode" label={labels.totpCode} />
        </li>
      </ol>
      <SubmitButton isBusy={isBusy} />
      {canGoBack ? <BackButton onBack={() => send({ type: 'back' })} /> : null}
    </Form>
  );
}

/** The pairing data could not be had. */
export function TotpError({ canGoBack, send }: ViewProps<Screens['totpError']>) {
  const { texts, buttons } = useTexts();
  return (
    <div className="latchkey-stack">
      <p className="latchkey-text">{texts.totpError}</p>
      <Button kind="main" part="retry" onClick={() => send({ type: 'retry' })}>
        {buttons.retry}
      </Button>
      {canGoBack ? <BackButton onBack={() => send({ type: 'back' })} /> : null}
    </div>
  );
}

function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
