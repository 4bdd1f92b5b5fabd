/** The longest address in characters (security 11, RFC 5321 section 4.5.3.1). */
export const MAX_EMAIL_LENGTH = 254;

const MAX_LOCAL_LENGTH = 64;
/** RFC 5322 dot-atom, ASCII only: quoted local parts are refused (security 11). */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Why a text is not an address. */
type EmailProblem = 'empty' | 'tooLong' | 'format';

/** The address as typed (trimmed, domain in ASCII) and its canonical form, which is what is compared and unique. */
export type ParsedEmail = { ok: true; email: string; norm: string } | { ok: false; reason: EmailProblem };

/**
 * Reads an email address: at most 254 characters, ASCII local part without quotes, a domain of at least two labels;
 * other scripts in the domain become their `xn--` form (security 11). The canonical form is lower case.
 */
export function parseEmail(text: string): ParsedEmail {
  const input = text.trim();
  if (input === '') return { ok: false, reason: 'empty' };
  const at = input.lastIndexOf('@');
  const local = input.slice(0, Math.max(at, 0));
  if (input.length > MAX_EMAIL_LENGTH || local.length > MAX_LOCAL_LENGTH)
    return { ok: false, reason: 'tooLong' };
  const domain = asciiDomain(input.slice(at + 1));
  if (!LOCAL_PART.test(local) || !domain) return { ok: false, reason: 'format' };
  const email = `${local}@${domain}`;
  if (email.length > MAX_EMAIL_LENGTH) return { ok: false, reason: 'tooLong' };
  return { ok: true, email, norm: email.toLowerCase() };
}

/** Whether a text is an email address as `parseEmail` reads it. */
export function isEmail(text: string): boolean {
  return parseEmail(text).ok;
}

/**
 * The canonical form of an address, or null. One form for look-ups, limits and uniqueness; dots and `+tags` stay, since
 * only the receiving host knows what they mean.
 */
export function normalizeEmail(text: string): string | null {
  const parsed = parseEmail(text);
  return parsed.ok ? parsed.norm : null;
}

/** An address for screens and logs that must not tell it: `a…@example.com`. Texts that are no address become `…`. */
export function maskEmail(text: string): string {
  const parsed = parseEmail(text);
  if (!parsed.ok) return '…';
  return `${parsed.norm.slice(0, 1)}…${parsed.norm.slice(parsed.norm.lastIndexOf('@'))}`;
}

function asciiDomain(text: string): string | null {
  const domain = toAscii(text.toLowerCase());
  const labels = domain?.split('.') ?? [];
  if (!domain || domain.length > 253 || labels.length < 2 || !labels.every((label) => LABEL.test(label)))
    return null;
  return /^\d+$/.test(labels.at(-1) ?? '') ? null : domain;
}

function toAscii(domain: string): string | null {
  if (/^[a-z0-9.-]+$/.test(domain)) return domain;
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return null;
  }
}
