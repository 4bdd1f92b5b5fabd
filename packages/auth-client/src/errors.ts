/** What went wrong in a call: an answer of the server (`statusCode` > 0), the network, or the call itself (both 0). */
export interface AuthErrorDetails {
  /** HTTP status; 0 where no answer arrived or nothing was sent. */
  statusCode?: number;
  /** The wire's `error.type`, or one of `network_error`, `timeout_error`, `usage_error`, `unhandled_error`. */
  type?: string;
  /** Seconds to wait, from Retry-After. */
  retryAfterSeconds?: number;
  /** The server's `requestId`, worth showing to support. */
  requestId?: string;
  /** Problems of single fields, as the server lists them. */
  fields?: readonly { code: string; message: string; field?: string }[];
  /** The whole body of the answer, such as `authentication` of a step-up. */
  body?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** The one error class of the library. Decide on `type` and `statusCode`, show `message` (spec 8, auth protocol 5.5). */
export class AuthError extends Error {
  readonly statusCode: number;
  readonly type: string;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly fields: NonNullable<AuthErrorDetails['fields']>;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(message: string, details: AuthErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'AuthError';
    this.statusCode = details.statusCode ?? 0;
    this.type = details.type ?? 'unhandled_error';
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.requestId = details.requestId;
    this.fields = details.fields ?? [];
    this.body = details.body ?? {};
  }
}

/** A call that cannot be sent because something is missing; the messages are those of spec 4.4, 5 and 8. */
export function usageError(message: string): AuthError {
  return new AuthError(message, { type: 'usage_error' });
}

/** Any thrown thing as an AuthError, its message kept. */
export function toAuthError(thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AuthError(message, { cause: thrown });
}
