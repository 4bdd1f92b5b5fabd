import { normalizeEmail } from './email.ts';

/** The longest username, in characters. */
const MAX_USERNAME_LENGTH = 64;

/** Why a text is not a username. */
type UsernameProblem = 'empty' | 'tooLong' | 'format';

/** The username as typed and its canonical form, which is what is compared and unique. */
export type ParsedUsername =
  | { ok: true; username: string; norm: string }
  | { ok: false; reason: UsernameProblem };

/**
 * Reads a username: ASCII letters, digits and `. _ -`, starting and ending with a letter or digit. Never an `@`, so that
 * "Email address or username" is always one or the other. The canonical form is lower case.
 */
export function parseUsername(text: string): ParsedUsername {
  const username = text.trim();
  if (username === '') return { ok: false, reason: 'empty' };
  if (username.length > MAX_USERNAME_LENGTH) return { ok: false, reason: 'tooLong' };
  if (!/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(username)) return { ok: false, reason: 'format' };
  return { ok: true, username, norm: username.toLowerCase() };
}

/** A canonical login identifier and its kind. */
export interface Identifier {
  kind: 'email' | 'username';
  norm: string;
}

/**
 * What somebody typed under "Email address or username", or null when it is neither. Limits then count the text as
 * submitted (security 2).
 */
export function parseIdentifier(text: string): Identifier | null {
  if (text.includes('@')) {
    const norm = normalizeEmail(text);
    return norm === null ? null : { kind: 'email', norm };
  }
  const parsed = parseUsername(text);
  return parsed.ok ? { kind: 'username', norm: parsed.norm } : null;
}
