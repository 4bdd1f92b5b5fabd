export type { Flow } from '@stint/domain/auth/flow.ts';
export type { Mode, ModeReason } from '@stint/domain/auth/mode.ts';
export type { Account } from './account.ts';
export type { LinkCredentials, SamlRequest } from './address.ts';
export type { Administration } from './administration.ts';
export { type AuthClient, createAuthClient, type SessionSnapshot } from './client.ts';
export { browserEnvironment, type Environment, type KeyStore, type TabChannel } from './environment.ts';
export { AuthError, type AuthErrorDetails, toAuthError } from './errors.ts';
export type { AuthEvents } from './events.ts';
export type { ModeAnswer } from './flow.ts';
export type { HandoverCode } from './handover.ts';
export type { JsonObject } from './json.ts';
export type { LoginParams, LoginProvider, LoginResult } from './login/index.ts';
export type { AuthClientOptions, CookieMode } from './options.ts';
export type { PasswordReset, PasswordUpdate } from './passwords.ts';
export { challengeOf, createVerifier } from './pkce.ts';
export type {
  Domain,
  IdentityRecord,
  ListedFactor,
  LostFactor,
  Readiness,
  SamlProvider,
  SamlProviderSettings,
  SessionRecord,
  SignInPolicy,
  SsoProvider,
  SsoProviderSettings,
  TenantFlow,
  TenantRecord,
} from './records.ts';
export type { RedirectSetting } from './redirects.ts';
export { loginRedirectPath, type SelfRecord, type SelfUpdate } from './self.ts';
export type { CodeChannel, CodeRequest, LinkRequest, SentResult } from './sending.ts';
export type { StoredTokens } from './session.ts';
export type { SignOnOptions, SignOnResult } from './sign-on.ts';
export type { SignupParams, SignupResult } from './signup/index.ts';
export { type Claims, isUnexpired, readClaims, readExpiry } from './tokens.ts';
export type { TotpSetup } from './totp.ts';
export type { User } from './user.ts';
