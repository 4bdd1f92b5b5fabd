import { type ClientParts, tenantPath } from '../parts.ts';
import { finishSignOn, pkceQuery, type SignOnOptions, type SignOnResult, signOnBearer } from '../sign-on.ts';

/** Password login (auth protocol 7.3); one of the three identifiers is sent as `emailOrUsername`. */
export interface PasswordLogin extends SignOnOptions {
  emailOrUsername?: string;
  email?: string;
  username?: string;
  password: string;
  options?: { noResetEmail?: boolean };
  /** Confirms the signed-in person instead of signing in: sets `auth_time` on the session (decisions 12). */
  isStepUp?: boolean;
}

/** Logs in with a password. */
export function loginWithPassword(parts: ClientParts, params: PasswordLogin): Promise<SignOnResult> {
  return sendPassword(parts, 'auth/basic', params);
}

/** Logs in with a password of the old system, which the provider asks once (auth protocol 7.4). */
export function loginWithMigratedPassword(parts: ClientParts, params: PasswordLogin): Promise<SignOnResult> {
  return sendPassword(parts, 'auth/password/migrate', params);
}

async function sendPassword(parts: ClientParts, path: string, params: PasswordLogin): Promise<SignOnResult> {
  const { email, username, emailOrUsername = email ?? username, password, options } = params;
  const answer = await parts.call({
    method: 'POST',
    path: tenantPath(parts, path),
    bearer: signOnBearer(parts, params.isStepUp),
    query: pkceQuery(parts),
    body: {
      emailOrUsername,
      password,
      ...(options?.noResetEmail ? { options: { noResetEmail: true } } : {}),
    },
  });
  return finishSignOn(parts, answer, params);
}
