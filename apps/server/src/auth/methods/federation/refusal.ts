import type { SsoErrorCode } from '@stint/domain/auth/sso-error.ts';

/** A sign-in through another provider that ends here; the page that asked is told the code. */
export class Refusal extends Error {
  readonly code: SsoErrorCode;

  constructor(code: SsoErrorCode, options?: ErrorOptions) {
    super(`sign-in through another provider refused: ${code}`, options);
    this.name = 'Refusal';
    this.code = code;
  }
}
