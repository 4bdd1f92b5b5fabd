/**
 * Why a sign-in through another provider ended without one, as the sign-in page tells it. The page gets the code as its
 * `error` parameter (protocol 9.1). `not_allowed` tells nothing apart: no membership, no invitation, a locked account.
 */
export const SSO_ERRORS = {
  sso_cancelled: 'You cancelled the sign-in. Choose how to sign in.',
  sso_failed: 'The sign-in with this provider did not work. Please try again or choose another way.',
  sso_expired: 'This took too long or was finished already. Please start again.',
  account_exists:
    'There is an account with this email address already. Sign in to it another way, then link this provider in your account settings.',
  domain_not_proven:
    'Your organisation has not confirmed the domain of your email address. Please ask an administrator.',
  email_not_proven: 'Both email addresses have to be confirmed before this provider can be linked.',
  identity_taken: 'This sign-in is linked to another account already.',
  second_factor_needed:
    'A second factor is needed here, and you have none yet. Sign in with your own account to set one up.',
  not_allowed: 'You cannot sign in here this way. Choose another way or ask for an invitation.',
} as const;

/** A code of `SSO_ERRORS`. */
export type SsoErrorCode = keyof typeof SSO_ERRORS;

/** The sentence of a code, or null for a text that is none; only these are shown, never the text itself. */
export function ssoErrorMessage(code: string | null | undefined): string | null {
  return code && Object.hasOwn(SSO_ERRORS, code) ? SSO_ERRORS[code as SsoErrorCode] : null;
}
