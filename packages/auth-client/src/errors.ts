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

/** A refusal of the server or of the library. Decide on `type` and `statusCode`, show `message`. */
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

/** A call that cannot be sent because something is missing. */
export function usageError(message: string): AuthError {
  return new AuthError(message, { type: 'usage_error' });
}

/**
 * Any thrown thing as an AuthError, its message kept. A call that got no answer throws what `fetch` threw; here it has
 * the type `network_error`, or `timeout_error` after the time limit that was asked for.
 */
export function toAuthError(thrown: unknown): AuthError {
  if (isAuthError(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const { type = 'unhandled_error' } = Object(thrown) as AuthErrorDetails;
  return new AuthError(message, { type, cause: thrown });
}

/** By its name: the widget brings the library along, and an application may have a copy of its own. */
function isAuthError(thrown: unknown): thrown is AuthError {
  return thrown instanceof Error && thrown.name === 'AuthError';
}

/** The same refusal in other words. */
export function inWords(error: AuthError, message: string): AuthError {
  return new AuthError(message, { ...error, cause: error });
}

/** An answer without a sentence of the server gets this one; everything else stays as it was thrown. */
export function withWords(thrown: unknown, message: string): unknown {
  const isSilent = isAuthError(thrown) && thrown.statusCode > 0 && !thrown.body.message;
  return isSilent ? inWords(thrown, message) : thrown;
}

/**
 * Throws on what `fetch` threw, with its type: a TypeError where no answer came (Fetch standard, section 5.6), which a fault
 * in anybody's code is as well. A property says it, since the widget and an application may have a copy of the library each.
 */
export function throwUnanswered(thrown: Error): never {
  throw Object.assign(thrown, { type: thrown.name === 'TimeoutError' ? 'timeout_error' : 'network_error' });
}
