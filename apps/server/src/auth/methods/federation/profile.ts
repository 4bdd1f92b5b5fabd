import { AppError } from '@stint/domain/errors.ts';

/** Who signed in at another provider, in our words. */
export type Profile = {
  /** With `subject` the identity: never the email (security 6, 9). */
  issuer: string;
  subject: string;
  email: string | null;
  /** The provider itself has proven the address. */
  isEmailProven: boolean;
  name: string | null;
  image: string | null;
};

/**
 * Reads the standard claims (OpenID Connect Core 5.1) and drops everything else.
 * @throws AppError `upstream_failed` without issuer or subject
 */
export function profileFromClaims(claims: Record<string, unknown>): Profile {
  const issuer = text(claims.iss, 2048);
  const subject = text(typeof claims.sub === 'number' ? String(claims.sub) : claims.sub, 255);
  if (!issuer || !subject) throw new AppError('upstream_failed');
  return {
    issuer,
    subject,
    email: text(claims.email, 254),
    isEmailProven: claims.email !== undefined && isProven(claims),
    name: text(claims.name, 200) ?? givenAndFamilyName(claims),
    image: httpsAddress(claims.picture),
  };
}

/** Apple sends texts for booleans; Entra ID says nothing but whether the domain's owner was verified (`xms_edov`). */
function isProven({ email_verified, xms_edov }: Record<string, unknown>): boolean {
  if (email_verified !== undefined) return email_verified === true || email_verified === 'true';
  return xms_edov === true || xms_edov === 1 || xms_edov === '1' || xms_edov === 'true';
}

function givenAndFamilyName({ given_name, family_name }: Record<string, unknown>): string | null {
  const parts = [text(given_name, 100), text(family_name, 100)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' ') : null;
}

function httpsAddress(value: unknown): string | null {
  const address = text(value, 2048);
  return address && URL.canParse(address) && new URL(address).protocol === 'https:' ? address : null;
}

/** A trimmed text without control characters; longer ones are dropped rather than cut. */
function text(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  const isUsable = trimmed !== '' && trimmed.length <= maxLength && trimmed.isWellFormed();
  return isUsable && !/\p{Cc}/u.test(trimmed) ? trimmed : null;
}
