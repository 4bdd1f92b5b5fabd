import type { ErrorBody, FieldError } from '@stint/domain/errors.ts';

/** The gateway refused a call; `code` is stable, `message` is for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[];
  readonly requestId: string | null;
  /** The whole body, for refusals that carry more, such as the current row of a conflict. */
  readonly body: Partial<ErrorBody>;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds: number | null = null) {
    super(messageOf(status, body));
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.code = body.error?.type ?? 'internal';
    this.fields = body.errors ?? [];
    this.requestId = body.requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came: offline, a broken connection, or longer than the time limit. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('No answer from the server.', { cause });
    this.name = 'ConnectionError';
  }
}

/** The session is over and could not be renewed; the page is on its way to sign-in. */
export class SessionEndedError extends Error {
  constructor() {
    super('Please re-login.');
    this.name = 'SessionEndedError';
  }
}

/**
 * The rest of an answer that has begun. Where it breaks off, or takes too long, no answer came; what nobody waits for any
 * more, or cannot be read, is thrown as it is.
 */
export function restOf<Value>(reading: Promise<Value>): Promise<Value> {
  return reading.catch((error: unknown) => {
    const isOther = error instanceof Error && ['AbortError', 'SyntaxError'].includes(error.name);
    throw isOther ? error : new ConnectionError(error);
  });
}

/** Of a 400 the first item of the error list, else 'Bad Request'; of others the message. */
function messageOf(status: number, body: Partial<ErrorBody>): string {
  const first = body.errors?.[0]?.message;
  if (status === 400) return first ?? body.message ?? 'Bad Request';
  return body.message ?? first ?? 'Problem with request';
}
