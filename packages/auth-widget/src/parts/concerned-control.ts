import type { ViewError } from '../machine/types.ts';

/** The secret of a form: what a person most likely typed wrong. */
const SECRET = ['password', 'totpCode', 'backupCode', 'verificationCode'];
const ADDRESS = ['email', 'emailOrUsername'];

/** The controls that a refusal may be about, by its code; where a provider tells none, by the words of protocol 5.5. */
const CONCERNED: Readonly<Record<string, readonly string[]>> = {
  wrong_credentials: SECRET,
  wrong_password: SECRET,
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

/**
 * Ties a refusal to the control that it is about, and gives that the focus, its text selected, so that typing replaces it; one
 * that was there from the first leaves the focus alone.
 * @param over ends the tie: something was typed, or the refusal is no more; what ended before leaves all as it is
 */
export function tieRefusal(
  { current: root }: { current: HTMLElement | null },
  refusal: ViewError,
  first: { current: ViewError | null },
  { signal }: AbortController,
): void {
  if (!root || signal.aborted) return;
  const { code = '', error, message } = refusal;
  const names = CONCERNED[code] ?? CONCERNED[error.type] ?? CONCERNED[message] ?? [];
  const [control] = names.flatMap(
    (name) =>
      root.querySelector<HTMLInputElement>(`[name="${name}"]:not([type="hidden"]), [data-for="${name}"]`) ??
      [],
  );
  const box = root.querySelector('[data-part="error"]');
  if (!control || !box) return;
  const before = control.getAttribute('aria-describedby');
  box.id ||= `${control.id}-refused`;
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', [box.id, before].filter(Boolean).join(' '));
  const free = () => {
    control.removeAttribute('aria-invalid');
    if (before === null) control.removeAttribute('aria-describedby');
    else control.setAttribute('aria-describedby', before);
  };
  signal.addEventListener('abort', free);
  if (refusal === first.current) return;
  control.focus();
  control.select();
}
