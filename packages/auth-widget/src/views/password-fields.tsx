import { isEmail } from '@stint/domain/auth/email.ts';
import type { SubmitEvent } from '../machine/types.ts';
import { TextField } from '../parts/field.tsx';
import { type FieldErrors, requireFields, type Values } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useTexts } from '../parts/texts.tsx';
import type { PasswordFields as Props } from '../screens.ts';
import type { Strings } from '../strings.ts';

/** Email and a new password to sign up; email or username and the password in every other flow. */
export function PasswordFields(props: Props) {
  return isSignup(props) ? <SignupFields {...props} /> : <LoginFields {...props} />;
}

function LoginFields({ emailOrUsername }: Props) {
  const { labels } = useTexts();
  return (
    <>
      <TextField
        name="emailOrUsername"
        label={labels.emailOrUsername}
        autoComplete="username"
        defaultValue={emailOrUsername}
      />
      <PasswordField name="password" label={labels.password} autoComplete="current-password" />
    </>
  );
}

function SignupFields({ askUsername, askConfirmation, email, username }: Props) {
  const { labels, texts } = useTexts();
  return (
    <>
      {askUsername ? (
        <TextField
          name="username"
          label={`${labels.username} (${labels.optional})`}
          autoComplete="nickname"
          defaultValue={username}
        />
      ) : null}
      <TextField
        name="email"
        type="email"
        inputMode="email"
        label={labels.email}
        autoComplete="username"
        defaultValue={email}
      />
      <PasswordField
        name="password"
        label={labels.choosePassword}
        hint={texts.passwordHint}
        autoComplete="new-password"
      />
      {askConfirmation ? (
        <PasswordField name="confirmPassword" label={labels.confirmPassword} autoComplete="new-password" />
      ) : null}
    </>
  );
}

/** Required-field messages of the password form. */
export function checkPasswordFields(props: Props, values: Values, { required }: Strings): FieldErrors {
  if (!isSignup(props))
    return requireFields(values, { emailOrUsername: required.emailOrUsername, password: required.password });
  const password = { password: required.password };
  const missing = requireFields(
    values,
    props.askConfirmation ? { ...password, confirmPassword: required.any } : password,
  );
  return isEmail(values.email ?? '') ? missing : { email: required.email, ...missing };
}

/** The submit event of the password form; without a second field the confirmation equals the password. */
export function submitPassword(props: Props, values: Values): SubmitEvent {
  const { email = '', emailOrUsername = '', password = '', confirmPassword = password, username } = values;
  if (!isSignup(props)) return { type: 'submit', emailOrUsername: emailOrUsername.trim(), password };
  const named = username?.trim() ? { username: username.trim() } : {};
  return { type: 'submit', email: email.trim(), password, confirmPassword, ...named };
}

function isSignup({ type, isSecondFactor }: Props): boolean {
  return type === 'signup' && !isSecondFactor;
}
