/**
 * The catalogue of everything that can be refused: a stable code, its HTTP status, the `error.type` that goes on the
 * wire and a message that says what to do. Code decides on `code`, people read `message`.
 * Refusals of the provider have the texts that older clients show (protocol 5.5); none tells whether an account is there
 * (security 3).
 */
export const errorCatalogue = {
  // 400: what was sent cannot be taken
  bad_request: {
    status: 400,
    message: 'The request could not be understood. Check what was sent and try again.',
  },
  validation_failed: { status: 400, message: 'Some fields need attention.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  payload_too_large: { status: 413, message: 'The request is too large. Send less at once.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time. Send it again.' },
  headers_too_large: { status: 431, message: 'The head of the request is too large. Send less in it.' },
  too_many_items: { status: 400, message: 'Too many items in one request. Send them in smaller parts.' },
  wrong_credentials: { status: 400, message: 'Incorrect email or password' },
  wrong_password: { status: 400, message: 'Incorrect password' },
  email_format: { status: 400, message: 'Email format is invalid' },
  email_exists: { status: 400, message: 'Email exists' },
  username_exists: { status: 400, message: 'Username exists' },
  phone_exists: { status: 400, message: 'Phone number exists' },
  phone_format: { status: 400, message: 'Phone number must be in E.164 format.' },
  phone_unknown: { status: 400, message: '"phoneNumber" not found or not yet verified' },
  password_refused: { status: 400, message: 'This password is too easy to guess. Choose another one.' },
  invalid_token: { status: 400, message: 'Invalid token' },
  invalid_totp: { status: 400, message: 'Invalid TOTP code' },
  invalid_backup_code: { status: 400, message: 'Invalid backup code' },
  invalid_code: { status: 400, message: 'Invalid verificationCode' },
  invalid_channel: { status: 400, message: 'Invalid channel' },
  invalid_redirect: { status: 400, message: 'This address is not allowed as a redirect.' },
  invalid_origin: { status: 400, message: 'This origin is not allowed for the tenant.' },
  invalid_api_key: { status: 400, message: 'Invalid API key' },
  last_key: {
    status: 400,
    message: 'The last active key of a type cannot be removed. Create another one first.',
  },
  method_not_allowed_by_flow: {
    status: 400,
    message: 'This sign-in method is not enabled here. Choose another one.',
  },
  slug_invalid: { status: 400, message: 'Use lowercase letters, digits and single hyphens.' },
  hours_invalid: { status: 400, message: 'Enter hours as 7:30, 7.5, 7h 30m or 450m, at most 24:00.' },
  date_invalid: { status: 400, message: 'Enter a date that exists, as YYYY-MM-DD.' },
  week_end_invalid: { status: 400, message: 'A week ends on a Sunday. Send that date as weekEndDate.' },
  reference_invalid: {
    status: 400,
    message: 'This item does not exist here or can no longer be used. Choose another one.',
  },
  file_invalid: { status: 400, message: 'This file could not be read. Check that it is the right one.' },
  region_unknown: { status: 400, message: 'This data region does not exist. Choose one from the list.' },
  // 401 and 403: who is asking
  relogin: { status: 401, message: 'Please re-login.' },
  unauthorized: { status: 401, message: 'Unauthorized' },
  missing_authentication: { status: 401, message: 'Missing authentication' },
  scope_mismatch: {
    status: 401,
    message: 'This session does not belong to this workspace. Sign in again from its address.',
  },
  forbidden: {
    status: 403,
    message: 'You are not allowed to do this. Ask an owner or admin of the workspace.',
  },
  cross_site: { status: 403, message: 'This call is not allowed from another site.' },
  step_up_required: { status: 403, message: 'Please confirm that it is you, then try again.' },
  factor_missing: { status: 403, message: 'This workspace asks for another sign-in step first.' },
  email_unconfirmed: { status: 403, message: 'Please confirm your email address first.' },
  // 402: the subscription
  subscription_inactive: {
    status: 402,
    message:
      'The subscription of this workspace is not active. Reading and exporting stay open; an owner can renew it.',
  },
  // 404 to 428: the state of things
  not_found: { status: 404, message: 'Not Found' },
  misdirected: { status: 421, message: 'No workspace answers at this address.' },
  gone: { status: 410, message: 'This is no longer available.' },
  range_not_satisfiable: {
    status: 416,
    message: 'The file is shorter than the part that was asked for. Fetch it from its beginning.',
  },
  slug_taken: { status: 409, message: 'This address is already taken. Choose another one.' },
  name_taken: { status: 409, message: 'This name is already in use. Choose another one.' },
  version_conflict: {
    status: 409,
    message: 'Somebody changed this in the meantime. Both versions are kept; choose one.',
  },
  in_progress: { status: 409, message: 'The same request is still being worked on. Try again in a moment.' },
  last_owner: {
    status: 409,
    message: 'A workspace needs at least one owner. Make somebody else owner first.',
  },
  still_used: { status: 409, message: 'This is still in use. Archive it instead.' },
  state_conflict: { status: 422, message: 'This is not possible in the current state.' },
  week_locked: {
    status: 422,
    message: 'This week can no longer be changed. Withdraw it or ask for it to be reopened.',
  },
  day_over_limit: {
    status: 422,
    message: 'A day has more than 24:00 hours. Correct it before submitting the week.',
  },
  self_approval: { status: 422, message: 'Your own week has to be decided by somebody else.' },
  reason_required: { status: 422, message: 'Please give a reason.' },
  idempotency_mismatch: { status: 422, message: 'This Idempotency-Key was used for a different request.' },
  last_factor: {
    status: 422,
    message:
      'You could not sign in any more without it. Confirm your email address, and set up an authenticator or a password first.',
  },
  factor_already_set: {
    status: 403,
    message: 'An authenticator is already set up. Use it or a backup code.',
  },
  // 429 and 5xx: the service itself
  rate_limited: { status: 429, message: 'Too many attempts. Please wait and try again.' },
  internal: { status: 500, message: 'An internal server error occurred' },
  upstream_failed: { status: 502, message: 'A service this depends on did not answer. Please try again.' },
  unavailable: { status: 503, message: 'The service is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** A stable name of one refusal; the same from server to screen. */
export type ErrorCode = keyof typeof errorCatalogue;

/** One thing wrong in what was sent; `field` is a path such as `upserts.3.hours`. */
export type FieldError = { code: string; message: string; field?: string };

/** What every refused call answers (security 3); `errors` is never empty, since pages take its first item. */
export type ErrorBody = {
  statusCode: number;
  message: string;
  error: { type: string };
  requestId: string;
  errors: FieldError[];
  [detail: string]: unknown;
};

export type AppErrorOptions = {
  /** Replaces the catalogue's sentence; say what to do. */
  message?: string;
  /** The wire's `error.type`; the code itself where absent. */
  type?: string;
  fields?: FieldError[];
  /** Extra keys of the body, such as the current row of a conflict or `authentication` of a step-up. */
  details?: Record<string, unknown>;
  /** Seconds; sent as Retry-After. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** The one error class. Thrown where the fact is known; one handler per service turns it into an answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.options = options;
  }
}

/** The body of a refusal as it goes over the wire. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const fields = error.options.fields ?? [{ code: error.code, message: error.message }];
  return {
    ...error.options.details,
    statusCode: error.status,
    message: error.message,
    error: { type: error.options.type ?? error.code },
    requestId,
    errors: fields,
  };
}
