import type { ViewError } from '../machine/types.ts';

/** The secret of a form: what a person most likely typed wrong. */
const SECRET = ['password', 'totpCode', 'backupCode', 'verificationCode'];
const ADDRESS = ['email', 'emailOrUsername'];

/** The controls that a refusal may be about, by its code; where a provider tells none, by the words of protocol 5.5. */
const CONCERNED: Readonly<Record<string, readonly string[]>> = {
  wrong_credentials: SECRET,
  wrong_password: SECRET,
  reset_needed: SECRET,
  invalid_totp: SECRET,
  invalid_backup_code: SECRET,
  invalid_code: SECRET,
  password_refused: ['newPassword', 'password'],
  password_mismatch_error: ['confirmNewPassword', 'confirmPassword'],
  email_format: ADDRESS,
  email_exists: ADDRESS,
  username_exists: ['username'],
  phone_exists: ['phoneNumber'],
  phone_format: ['phoneNumber'],
  phone_unknown: ['phoneNumber'],
  'Incorrect email or password': SECRET,
  'Invalid TOTP code': SECRET,
  'Invalid verificationCode': SECRET,
  'Email format is invalid': ADDRESS,
  'Email exists': ADDRESS,
  'Phone number must be in E.164 format.': ['phoneNumber'],
};

/** Names of the controls that the refusal is about, the likeliest first; none where no control could put it right. */
export function concernedControls({ code = '', error, message }: ViewError): readonly string[] {
  return CONCERNED[code] ?? CONCERNED[error.type] ?? CONCERNED[message] ?? [];
}
