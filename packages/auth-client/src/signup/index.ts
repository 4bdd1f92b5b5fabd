import { markAsked } from '../address.ts';
import type { JsonObject } from '../json.ts';
import { findMethod, type LoginProvider, providerMethods } from '../login/index.ts';
import type { LeavingResult, ProviderLogin } from '../login/provider.ts';
import { type ClientParts, tenantPath } from '../parts.ts';
import type { CodeChannel } from '../sending.ts';
import {
  type CodeRequest,
  type LinkRequest,
  type SentResult,
  sendLoginLink,
  sendVerificationCode,
} from '../sending.ts';
import { finishSignOn, pkceQuery, type SignOnOptions, type SignOnResult, signOnBearer } from '../sign-on.ts';

/** Signup with a password. */
interface PasswordSignup extends SignOnOptions {
  email: string;
  password: string;
  username?: string | undefined;
  name?: string | undefined;
  /** Free data kept with the user record. */
  data?: JsonObject;
  options?: { noSignupEmail?: boolean };
}

/** What `signup` takes, by method. */
export type SignupParams =
  | ({ method: 'password' } & PasswordSignup)
  | ({ method: 'passwordless' } & LinkRequest)
  | ({ method: 'verificationCode'; channel?: CodeChannel } & CodeRequest)
  | ({ method: LoginProvider | 'custom' } & ProviderLogin);

/** How a signup call ends. */
export type SignupResult = SignOnResult | SentResult | LeavingResult;

const signupMethods = {
  ...providerMethods,
  password: signUpWithPassword,
  passwordless: sendLoginLink,
  verificationCode: sendVerificationCode,
};

/** Signs up by a method. @throws AuthError `called without method property`, `invalid method property` */
export async function signup(parts: ClientParts, params: SignupParams): Promise<SignupResult> {
  const result = await findMethod(parts, signupMethods, params, 'signup')(parts, params);
  return result as SignupResult;
}

async function signUpWithPassword(parts: ClientParts, params: PasswordSignup): Promise<SignOnResult> {
  const { email, password, username, name, data, options } = params;
  const answer = await parts.call({
    method: 'POST',
    path: tenantPath(parts, 'auth/create'),
    bearer: signOnBearer(parts),
    query: pkceQuery(parts),
    body: {
      email,
      password,
      username,
      name,
      data,
      ...(options?.noSignupEmail ? { options: { noSignupEmail: true } } : {}),
    },
  });
  markAsked(parts.environment, parts.tenantId);
  return finishSignOn(parts, answer, params);
}
