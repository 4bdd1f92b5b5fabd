import { usageError, withWords } from './errors.ts';
import { type ClientParts, tenantPath } from './parts.ts';
import { finishSignOn, type SignOnOptions, type SignOnResult } from './sign-on.ts';

/** A new password by reset link; what is absent comes from the address of the page. */
export interface PasswordReset extends SignOnOptions {
  password: string;
  token?: string;
  uuid?: string;
}

/** Sets a password with a reset link. @throws AuthError `resetPassword - uuid or token is missing` */
export async function resetPassword(parts: ClientParts, params: PasswordReset): Promise<SignOnResult> {
  const { link } = parts.memory;
  const token = params.token ?? link?.token;
  const uuid = params.uuid ?? link?.uuid;
  if (!token || !uuid) throw usageError('resetPassword - uuid or token is missing');
  const body = { uuid, token, password: params.password };
  const answer = await parts
    .call({ method: 'PUT', path: tenantPath(parts, 'auth/reset'), body })
    .catch((thrown: unknown) => {
      throw withWords(thrown, 'There was a problem resetting your password. Please try again.');
    });
  parts.memory.link = null;
  return finishSignOn(parts, answer, params);
}

/** A new password of the person who is signed in, or who holds a reset link. */
export interface PasswordUpdate extends PasswordReset {
  existingPassword?: string;
}

/**
 * Sets a new password: by reset link where there is one, else as the signed-in person, who has to give the current one.
 */
export async function updatePassword(parts: ClientParts, params: PasswordUpdate): Promise<SignOnResult> {
  const hasLink = Boolean((params.token && params.uuid) || parts.memory.link);
  if (hasLink) return resetPassword(parts, params);
  const { password, existingPassword } = params;
  const answer = await parts.call({
    method: 'PUT',
    path: tenantPath(parts, 'auth/basic'),
    bearer: parts.session.tokens().accessToken,
    body: { password, existingPassword },
  });
  return finishSignOn(parts, answer, params);
}
