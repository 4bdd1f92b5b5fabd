import { SubmitButton } from '../parts/button.tsx';
import { Form, requireFields } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { Screens } from '../screens.ts';
import type { ViewProps } from './view.ts';

/** A new password. The control of the current one is named `password`, as older pages expect it (protocol 12.3). */
export function NewPasswordForm(props: ViewProps<Screens['newPasswordForm']>) {
  const { needsExisting, askConfirmation, username, isBusy, send } = props;
  const { labels, required, texts } = useTexts();
  return (
    <Form
      isBusy={isBusy}
      check={(values) =>
        requireFields(values, {
          ...(needsExisting ? { password: required.existingPassword } : {}),
          newPassword: required.newPassword,
          ...(askConfirmation ? { confirmNewPassword: required.confirmNewPassword } : {}),
        })
      }
      onSubmit={({ newPassword = '', confirmNewPassword = newPassword, password = '' }) =>
        send({
          type: 'submit',
          password: newPassword,
          confirmPassword: confirmNewPassword,
          ...(needsExisting ? { existingPassword: password } : {}),
        })
      }
    >
      {username ? (
        // password managers want to know whose password this is
        <input type="hidden" autoComplete="username" name="username" value={username} />
      ) : null}
      {needsExisting ? (
        <PasswordField name="password" label={labels.existingPassword} autoComplete="current-password" />
      ) : null}
      <PasswordField
        name="newPassword"
        label={labels.newPassword}
        hint={texts.passwordHint}
        autoComplete="new-password"
      />
      {askConfirmation ? (
        <PasswordField
          name="confirmNewPassword"
          label={labels.confirmNewPassword}
          autoComplete="new-password"
        />
      ) : null}
      <SubmitButton isBusy={isBusy} />
    </Form>
  );
}
