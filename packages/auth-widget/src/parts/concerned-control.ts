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

/** What happened since a refusal came, before the part that ties it was there. */
type Since = {
  /** The controls in which something was typed. */
  typedIn: ReadonlySet<unknown>;
  /** Aborted once the refusal is no more. */
  signal: AbortSignal;
};

/**
 * Ties a refusal to the control that it is about, until something else is typed there or it is no more. It gives that the focus,
 * its text selected, so that typing replaces it; one that was there from the first leaves the focus alone, and so does one
 * after which somebody typed, who would lose that by the next key.
 */
export function tieRefusal(
  { current: root }: { current: HTMLElement | null },
  refusal: ViewError,
  first: { current: ViewError | null },
  { typedIn, signal }: Since,
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
  if (!control || !box || typedIn.has(control)) return;
  const before = control.getAttribute('aria-describedby');
  box.id ||= `${control.id}-refused`;
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', [box.id, before].filter(Boolean).join(' '));
  const free = () => {
    control.removeEventListener('input', free);
    signal.removeEventListener('abort', free);
    control.removeAttribute('aria-invalid');
    if (before === null) control.removeAttribute('aria-describedby');
    else control.setAttribute('aria-describedby', before);
  };
  control.addEventListener('input', free);
  signal.addEventListener('abort', free);
  if (refusal === first.current || typedIn.size > 0) return;
  control.focus();
  control.select();
}
