import { SOCIAL_PROVIDERS } from '@stint/domain/auth/factor.ts';
import { usageError } from '../errors.ts';
import type { ClientParts } from '../parts.ts';
import type { SamlResult } from '../saml.ts';
import { type SentResult, sendLoginLink } from '../sending.ts';
import type { SignOnResult } from '../sign-on.ts';
import { type CodeLogin, loginWithCode } from './code.ts';
import { type LinkLogin, loginWithLink } from './link.ts';
import { loginWithMigratedPassword, loginWithPassword, type PasswordLogin } from './password.ts';
import { goToProvider, type LeavingResult, type ProviderLogin } from './provider.ts';
import { loginWithTotp, type TotpLogin } from './totp.ts';

/** The providers that the calls accept. The contract leaves out `twitter`, although the widget has its button. */
export type LoginProvider = 'apple' | 'azure' | 'facebook' | 'github' | 'google' | 'linkedin' | 'okta';

/** What `login` takes, by method. */
export type LoginParams =
  | ({ method: 'password' | 'password-migrate' } & PasswordLogin)
  | { method: 'passwordless'; email: string }
  | ({ method: 'link' } & LinkLogin)
  | ({ method: 'totp' } & TotpLogin)
  | ({ method: 'verificationCode' } & CodeLogin)
  | { method: 'saml' }
  | ({ method: LoginProvider | 'custom' } & ProviderLogin);

/** How a login call ends. */
export type LoginResult = SignOnResult | SentResult | LeavingResult | SamlResult;

type Method<Params> = (parts: ClientParts, params: Params) => Promise<LoginResult>;
type MethodTable = { [Name in LoginParams['method']]: Method<Extract<LoginParams, { method: Name }>> };

/** The providers by method name, for login and signup alike. */
export const providerMethods = Object.fromEntries(
  [...SOCIAL_PROVIDERS.filter((name) => name !== 'twitter'), 'custom' as const].map((provider) => [
    provider,
    (parts: ClientParts, params: ProviderLogin) => goToProvider(parts, provider, params),
  ]),
) as Record<LoginProvider | 'custom', Method<ProviderLogin>>;

const loginMethods: MethodTable = {
  ...providerMethods,
  password: loginWithPassword,
  'password-migrate': loginWithMigratedPassword,
  passwordless: (parts, { email }) => sendLoginLink(parts, { email }),
  link: loginWithLink,
  totp: loginWithTotp,
  verificationCode: loginWithCode,
  // Loaded when a service provider waits for it: few pages ever answer one.
  saml: async (parts) => (await import('../saml.ts')).loginToSaml(parts),
};

/** Logs in by a method. @throws AuthError `called without method property`, `invalid method property` */
export async function login(parts: ClientParts, params: LoginParams): Promise<LoginResult> {
  return findMethod(parts, loginMethods, params, 'login')(parts, params);
}

/** The row of a method table. Callers without types may pass anything. */
export function findMethod<Params extends { method: string }>(
  parts: ClientParts,
  table: { readonly [method: string]: Method<never> },
  params: Params | undefined,
  caller: string,
): Method<Params> {
  const name: unknown = params?.method;
  if (!name) {
    parts.environment.warn(`${caller} called without method property`);
    throw usageError('called without method property');
  }
  const method = Object.entries(table).find(([known]) => known === name)?.[1];
  if (!method) throw usageError('invalid method property');
  return method as Method<unknown> as Method<Params>;
}
