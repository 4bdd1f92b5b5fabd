import type { TenantSettings } from '@stint/domain/api/auth/tenant-shapes.ts';
import type { Factor } from '@stint/domain/auth/factor.ts';
import { findSafePath } from '@stint/domain/auth/redirect.ts';

const minute = 60;
const day = 24 * 60 * minute;

/** The longest lives a tenant may choose, in seconds (security 6). */
const longest = { access: 10 * minute, refreshIdle: 7 * day, session: 30 * day } as const;

const plain: TenantSettings = {
  loginRedirectPath: '/dashboard',
  signupRedirectPath: null,
  logoutRedirectPath: '/login',
  passwordResetPath: '/reset',
  pkceLoginRedirectUri: null,
  linkOrigin: { live: null, test: null },
  cookieOptionsSameSite: 'Lax',
  cookieOptionsPath: '/',
  cookieOptionsSetDomain: false,
  accessTokenDuration: longest.access,
  refreshTokenDuration: longest.refreshIdle,
  sessionDuration: longest.session,
  allowNonHttpOnlyRefresh: true,
  isPhoneNumberUnique: true,
  signupConfirmation: 'instant',
  allowedEmailDomains: [],
  isTotpFirstFactorEnabled: false,
  smsCountries: [],
  smsDailyCap: 1000,
  migrateUrl: null,
  roles: ['owner', 'admin', 'editor', 'member'].map((name) => ({ name })),
};

/** Settings of the root tenant of the product and of its workspaces. */
export const rootSettings: Partial<TenantSettings> = {
  loginRedirectPath: '/',
  signupRedirectPath: '/continue-signup',
  logoutRedirectPath: '/signin',
  passwordResetPath: '/reset',
};
export const workspaceSettings: Partial<TenantSettings> = {
  ...rootSettings,
  loginRedirectPath: '/time',
  signupRedirectPath: '/time',
};

/** The flow of a new tenant: password, or a link by mail. */
export const newTenantFlow: { firstFactors: Factor[]; secondFactors: Factor[] } = {
  firstFactors: [
    { channel: 'email', strategy: 'password' },
    { channel: 'email', strategy: 'link' },
  ],
  secondFactors: [{ channel: 'authenticator', strategy: 'totp' }],
};

/** Settings that name a page; checked when they are stored, and here whenever they are read. */
export const pathSettings = [
  'loginRedirectPath',
  'signupRedirectPath',
  'logoutRedirectPath',
  'passwordResetPath',
] as const;

/** Stored settings over the defaults, with lives cut to what is allowed and paths that lead nowhere else. */
export function fullSettings(stored: Partial<TenantSettings>): TenantSettings {
  const merged = { ...plain, ...stored, linkOrigin: { ...plain.linkOrigin, ...stored.linkOrigin } };
  for (const name of pathSettings) {
    if (merged[name] !== null) merged[name] = findSafePath(merged[name]) ?? plain[name];
  }
  return {
    ...merged,
    accessTokenDuration: Math.min(merged.accessTokenDuration, longest.access),
    refreshTokenDuration: Math.min(merged.refreshTokenDuration, longest.refreshIdle),
    sessionDuration: Math.min(merged.sessionDuration, longest.session),
  };
}
