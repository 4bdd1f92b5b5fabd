import { BackButton, Button, SubmitButton } from '../parts/button.tsx';
import { CodeField, cleanCode } from '../parts/code-field.tsx';
import { TextField } from '../parts/field.tsx';
import { Form, requireFields } from '../parts/form.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** A code of an authenticator or a backup code; as a first factor it also asks who it is. */
export function TotpForm(props: ViewProps<Screens['totpForm']>) {
  const { useBackupCode, emailOrUsername, isBusy, canGoBack, send } = props;
  const { labels, buttons, required } = useTexts();
  const isIdentified = emailOrUsername === null;
  const code = useBackupCode ? 'backupCode' : 'totpCode';
  return (
    <Form
      isBusy={isBusy}
      check={(values) =>
        requireFields(values, {
          ...(isIdentified ? {} : { emailOrUsername: required.emailOrUsername }),
          [code]: required[code],
        })
      }
      onSubmit={(values) =>
        send({
          type: 'submit',
          [code]: useBackupCode ? (values[code] ?? '').trim() : cleanCode(values[code] ?? ''),
          ...(isIdentified ? {} : { emailOrUsername: (values.emailOrUsername ?? '').trim() }),
        })
      }
    >
      {isIdentified ? null : (
        <TextField
          name="emailOrUsername"
          label={labels.emailOrUsername}
          autoComplete="username"
          defaultValue={emailOrUsername}
        />
      )}
      {useBackupCode ? (
        <TextField
          key="backup"
          name="backupCode"
          label={labels.backupCode}
          autoComplete="off"
          data-kind="code"
        />
      ) : (
        <CodeField key="totp" name="totpCode" label={labels.totpCode} />
      )}
      <SubmitButton isBusy={isBusy} />
      <Button
        kind="quiet"
        part="toggle-backup-code"
        isBusy={isBusy}
        onClick={() => send({ type: 'useBackupCode', useBackupCode: !useBackupCode })}
      >
        {useBackupCode ? buttons.useTotpCode : buttons.useBackupCode}
      </Button>
      {canGoBack ? <BackButton onBack={() => send({ type: 'back' })} /> : null}
    </Form>
  );
}
