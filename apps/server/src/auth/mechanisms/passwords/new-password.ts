import { createHash } from 'node:crypto';
import { checkPassword, type PasswordProblem } from '@stint/domain/auth/password-policy.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { Mode } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { PasswordHasher } from './hasher.ts';

export type PasswordsContext = Pick<Foundation, 'config' | 'fetch' | 'log'> & { passwords: PasswordHasher };

/** Whom a new password is for; names in it are refused (security 1). */
export type PasswordOwner = { email: string | null; name: string | null; username: string | null };

const sentences: Record<PasswordProblem, string> = {
  empty: 'Please enter a new password',
  malformed: 'The password has characters that cannot be stored.',
  tooLong: 'Use at most 256 characters.',
  tooSimple: 'Use at least 16 characters OR at least 8 characters including a number and a letter.',
  common: 'This password is among the most common ones. Choose another one.',
  containsEmail: 'Leave your email address out of the password.',
  containsName: 'Leave your name out of the password.',
  containsUsername: 'Leave your username out of the password.',
  containsWorkspaceName: 'Leave the name of the workspace out of the password.',
  containsProductName: 'Leave the name of the product out of the password.',
};

/**
 * Checks a new password by every rule of security 1 and hashes it.
 * @throws AppError `password_refused` with all reasons, `unavailable` when too many hashes wait
 */
export async function hashNewPassword(
  context: PasswordsContext,
  text: string | undefined,
  { owner, tenant, mode }: { owner: PasswordOwner; tenant: Tenant; mode: Mode },
): Promise<string> {
  const verdict = checkPassword(text ?? '', {
    mode,
    ...owner,
    workspace: tenant.slug === null ? null : tenant.name,
    product: tenant.slug === null ? tenant.name : null,
    isCommon: isCommonPassword,
  });
  if (!verdict.ok) throw refused(verdict.reasons.map((reason) => [reason, sentences[reason]]));
  if (await isBreached(context, verdict.password)) {
    throw refused([['breached', 'This password appeared in a data breach. Choose another one.']]);
  }
  return context.passwords.hash(verdict.password);
}

function refused(reasons: [string, string][]): AppError {
  const fields = reasons.map(([code, message]) => ({ code, message, field: 'password' }));
  return new AppError('password_refused', { message: reasons[0]?.[1] ?? 'Choose another password.', fields });
}

/** Asks a breach range service with the first 5 characters of the SHA-1 and padding; on failure the list is enough. */
async function isBreached(context: PasswordsContext, password: string): Promise<boolean> {
  const { breachRangeUrl } = context.config;
  if (!breachRangeUrl) return false;
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const answer = await context.fetch(breachRangeUrl + hash.slice(0, 5), {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(1000),
      redirect: 'error',
    });
    if (!answer.ok) return false;
    const lines = (await answer.text()).split('\n');
    return lines.some((line) => {
      const [suffix, count] = line.trim().split(':');
      return suffix === hash.slice(5) && Number(count) > 0;
    });
  } catch (error) {
    context.log.warn({ err: error }, 'the breach range service did not answer');
    return false;
  }
}
