import { parseUsername } from '@stint/domain/auth/username.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Tenant } from '../tenants/queries.ts';

/** @throws AppError `validation_failed` for what cannot be a username */
export function requireUsername(text: string): string {
  const parsed = parseUsername(text);
  if (parsed.ok) return parsed.username;
  const message = 'A username has letters, digits, dots, hyphens and underscores, and at most 64 characters.';
  throw new AppError('validation_failed', {
    message,
    fields: [{ code: parsed.reason, message, field: 'username' }],
  });
}

/** @throws AppError `email_format` for an address outside of the domains that the tenant takes */
export function checkEmailDomain(tenant: Tenant, email: string): void {
  const { allowedEmailDomains } = tenant.settings;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (allowedEmailDomains.length === 0 || allowedEmailDomains.includes(domain)) return;
  throw new AppError('email_format', { message: 'Sign up with an email address of your organisation.' });
}
