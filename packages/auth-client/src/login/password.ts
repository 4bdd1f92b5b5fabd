import { AuthError, inWords } from '../errors.ts';
import { type ClientParts, tenantPath } from '../parts.ts';
import { finishSignOn, pkceQuery, type SignOnOptions, type SignOnResult, signOnBearer } from '../sign-on.ts';

const RESET_NEEDED = 'Please reset your password to continue signing using email and password.';

/** Password login; one of the three identifiers is sent as `emailOrUsername`. */
export interface PasswordLogin extends SignOnOptions {
  emailOrUsername?: string;
  email?: string;
  username?: string;
  password: string;
  options?: { noResetEmail?: boolean };
  /** Confirms the signed-in person instead of signing in: sets `auth_time` on the session. */
  isStepUp?: boolean;
}

/** Logs in with a password. */
export function loginWithPassword(parts: ClientParts, params: PasswordLogin): Promise<SignOnResult> {
  return sendPassword(parts, 'auth/basic', params);
}

/** Logs in with a password of the old system, which the provider asks once. */
export function loginWithMigratedPassword(parts: ClientParts, params: PasswordLogin): Promise<SignOnResult> {
  return sendPassword(parts, 'auth/password/migrate', params);
}

type PasswordPath = 'auth/basic' | 'auth/password/migrate';

async function sendPassword(
  parts: ClientParts,
  path: PasswordPath,
  params: PasswordLogin,
): Promise<SignOnResult> {
  const { email, username, emailOrUsername = email ?? username, password, options } = params;
  const sent = parts.call({
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
  const answer = await sent.catch((thrown: unknown) => {
    throw tellReset(parts, thrown);
  });
  return finishSignOn(parts, answer, params);
}

/** A provider may tell by `intended_error` that the person has no password yet; in live mode they learn what to do. */
function tellReset(parts: ClientParts, thrown: unknown): unknown {
  const isResetNeeded =
    thrown instanceof AuthError && thrown.type === 'intended_error' && parts.memory.mode === 'live';
  return isResetNeeded ? inWords(thrown, RESET_NEEDED) : thrown;
}
