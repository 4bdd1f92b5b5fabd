/** Why an outgoing call was not made or not finished, in words for the person who entered the address. */
const safeFetchReasons = {
  address_invalid: 'This is not a complete address. It starts with https:// and names a public server.',
  not_https: 'Only https addresses on port 443, without user name and password, can be called.',
  not_public: 'This name leads to a private or reserved address, which is never called.',
  unknown_host: 'This name could not be found.',
  unreachable: 'The server could not be reached, or its certificate is not valid for this name.',
  timeout: 'The server did not answer in time.',
  redirected: 'The server answered with a redirect, which is not followed. Enter its final address.',
  too_large: 'The answer of the server is too large.',
  paused: 'The server failed several times in a row; calls to it pause for half a minute.',
} as const;

export type SafeFetchReason = keyof typeof safeFetchReasons;

/** Thrown by `SafeFetch`; decide on `reason`, show `message`. */
export class SafeFetchError extends Error {
  readonly reason: SafeFetchReason;

  constructor(reason: SafeFetchReason, options?: ErrorOptions) {
    super(safeFetchReasons[reason], options);
    this.name = 'SafeFetchError';
    this.reason = reason;
  }
}
