import { isEmail } from '@stint/domain/auth/email.ts';
import type { FormEvent } from 'react';

/** Who somebody said they are on a sign-in form, so that the next form need not ask again. Ends with the tab. */
const KEY = 'stint.typedName';
const FIELDS = ['email', 'emailOrUsername'];

/** Keeps what is typed into the field for an address or username. */
export function keepTypedName({ target }: FormEvent): void {
  const { name, value } = target as HTMLInputElement;
  if (!FIELDS.includes(name)) return;
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // Without storage it is typed again.
  }
}

/** What was typed last, where it is an address. */
export function typedUser(): { email?: string } {
  const email = sessionStorage.getItem(KEY)?.trim() ?? '';
  return isEmail(email) ? { email } : {};
}
