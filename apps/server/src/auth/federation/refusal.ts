/**
 * Why a sign-in through another provider ended without one; goes back to the sign-in page as its `error` parameter (auth
 * protocol 9.1). `not_allowed` tells nothing apart: no membership, no invitation, a locked account.
 */
export type RefusalCode =
  | 'sso_cancelled'
  | 'sso_failed'
  | 'sso_expired'
  | 'account_exists'
  | 'domain_not_proven'
  | 'email_not_proven'
  | 'identity_taken'
  | 'not_allowed';

/** A sign-in that ends here; the page that asked is told the code. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, options?: ErrorOptions) {
    super(`sign-in through another provider refused: ${code}`, options);
    this.name = 'Refusal';
    this.code = code;
  }
}
