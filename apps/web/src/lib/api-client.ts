import { type CallInput, callTarget } from '@stint/domain/api/caller.ts';
import type { RouteOutput, RouteTable } from '@stint/domain/api/route.ts';
import type { ErrorBody } from '@stint/domain/errors.ts';
import { errors as text } from '../messages/errors.ts';
import { ApiError, ConnectionError, restOf, SessionEndedError } from './api-error.ts';
import type { Connection } from './connection.ts';
import type { KeptAnswer } from './first-answers.ts';
import type { LastWrites } from './last-writes.ts';
import { isWorthRetrying, MOST_TRIES, pauseBeforeRetry, retryAfterSeconds } from './retry.ts';
import { TIMEOUT_MILLISECONDS } from './timeout.ts';
import { newTraceparent } from './traceparent.ts';

/** How many rows a list has, whatever the answer shows of it. */
const TOTAL = 'x-total-count';
/** Names a write, in its answer and in what is asked soon after. */
const LAST_WRITE = 'x-last-write';
/** The body of a 401 that means: this session is over. */
const RELOGIN = 'Please re-login.';
const KEPT_ANSWERS = 60;
const JSON_TYPE = 'application/json';
const BYTES_TYPE = 'application/octet-stream';

/** Who is calling, read anew for every request. */
export type CallSession = {
  /** The access token and the session that it names, read once for both. */
  token(): { accessToken: string | null; sessionId: string | null };
  /** Another person signed in meanwhile, in this browser: the page is not theirs. */
  isSomebodyElses(): boolean;
  tenantId: string | null;
  regionCode: string | null;
  /** Renews the tokens once. */
  refresh(): Promise<Renewal>;
};

/** How renewing ended; where the provider gave no answer the session may still be good. */
export type Renewal = 'renewed' | 'ended' | 'unanswered';

/** How a session ended: its refresh was refused, or it was renewed and refused all the same. */
export type SessionEnd = 'over' | 'refused';

export type ApiClientOptions = {
  baseUrl: string;
  session: CallSession;
  fetch: typeof globalThis.fetch;
  /** Milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
  random: () => number;
  now: () => number;
  newKey: () => string;
  lastWrites: LastWrites;
  /** Is told of each answer, and says whether anybody is there to give one. */
  connection: Pick<Connection, 'isAway' | 'reached' | 'missed' | 'refused'>;
  /** The session is over: unsaved edits are stored already, the person is signed out. */
  onSessionEnded: (how: SessionEnd) => void;
  /** Nothing was sent, since it would have gone in the name of another person. */
  onSomebodyElse: () => void;
  /** Host, headers and token disagree: go to `/?error=unauthorize_access`. */
  onUnauthorized: () => void;
  known?: KnownAnswers;
};

type CallOptions = {
  signal?: AbortSignal | undefined;
  /** The same key for every try of one intent, also across reloads; a new one where absent. */
  idempotencyKey?: string;
  tries?: number;
  /** Sent as they are, where a call takes a piece of a file. */
  bytes?: ArrayBuffer;
  /** Milliseconds, where an answer may take longer than others. */
  patience?: number;
  /** Hears how many rows there are of which the answer has the first. */
  hearTotal?: (total: number) => void;
};

/** Opens an answer that goes on for as long as its reader wants. */
export type StreamOpener<Table extends RouteTable> = <Key extends keyof Table & string>(
  key: Key,
  input: CallInput<Table[Key]>,
  signal: AbortSignal,
  /** Such as the part of a file that is asked for. */
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>;

export type ApiCaller<Table extends RouteTable> = <Key extends keyof Table & string>(
  key: Key,
  input: CallInput<Table[Key]>,
  options?: CallOptions,
) => Promise<RouteOutput<Table[Key]>>;

type Kept = { etag: string; body: unknown };

/** Answers by path that the page has already: asked for again, they cost no body. */
export type KnownAnswers = Readonly<Record<string, KeptAnswer>>;

/**
 * Typed calls to the gateway: who calls and from where, a time limit of 15 s, tries with jitter, one refresh before a 401
 * counts, and answers kept with their ETag so that an unchanged one costs no body.
 */
export function createApiClient<Table extends RouteTable>(options: ApiClientOptions): ApiCaller<Table> {
  const kept = new Map<string, Kept>();
  for (const [path, { etag, body }] of Object.entries(options.known ?? {})) keep(kept, path, etag, body);
  const call = async (key: string, input: object, callOptions: CallOptions = {}): Promise<unknown> => {
    const target = callTarget(key, input);
    const request = {
      ...target,
      accept: JSON_TYPE,
      known: target.method === 'GET' ? kept.get(target.path) : undefined,
      idempotencyKey: target.method === 'GET' ? null : (callOptions.idempotencyKey ?? options.newKey()),
      signal: callOptions.signal,
      bytes: callOptions.bytes,
      patience: callOptions.patience,
    };
    // While nobody is there, what can be shown from this device is not waited for.
    const most = target.method === 'GET' && options.connection.isAway() ? 1 : MOST_TRIES;
    const missed = (error: unknown): never => {
      if (error instanceof ConnectionError) options.connection.missed();
      throw error;
    };
    const response = await sendWithRetries(options, request, callOptions.tries ?? most).catch(missed);
    const written = response.headers.get(LAST_WRITE);
    if (written) options.lastWrites.note(written);
    const total = response.headers.get(TOTAL);
    if (total !== null) callOptions.hearTotal?.(Number(total));
    if (response.status === 304 && request.known) return request.known.body;
    if (!response.ok) throw await refusal(response, options.now());
    const body: unknown = response.status === 204 ? undefined : await restOf(response.json()).catch(missed);
    if (target.method === 'GET') keep(kept, target.path, response.headers.get('etag'), body);
    return body;
  };
  return call as ApiCaller<Table>;
}

/** The same for an answer that goes on, of one content type or a file of any: asked for once, and only its beginning has a time limit. */
export function createStreamOpener<Table extends RouteTable>(
  options: ApiClientOptions,
  contentType: string | null,
): StreamOpener<Table> {
  const open = async (
    key: string,
    input: object,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const request = {
      ...callTarget(key, input),
      accept: contentType ?? '*/*',
      headers,
      known: undefined,
      idempotencyKey: null,
    };
    const response = await sendWithRetries(options, { ...request, signal }, 1);
    if (!response.ok) throw await refusal(response, options.now());
    // A proxy may have put something of its own in its place.
    if (contentType && !response.headers.get('content-type')?.startsWith(contentType))
      throw new ConnectionError(response.status);
    return response;
  };
  return open as StreamOpener<Table>;
}

type Request = {
  method: string;
  path: string;
  accept: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  bytes?: ArrayBuffer | undefined;
  patience?: number | undefined;
  known: Kept | undefined;
  idempotencyKey: string | null;
  signal: AbortSignal | undefined;
};

async function sendWithRetries(options: ApiClientOptions, request: Request, most: number): Promise<Response> {
  let hasRefreshed = false;
  for (let tries = 1; ; tries += 1) {
    if (options.session.isSomebodyElses()) {
      options.onSomebodyElse();
      throw new SessionEndedError();
    }
    const response = await send(options, request).catch((error: unknown) => {
      if (request.signal?.aborted) throw error;
      return new ConnectionError(error);
    });
    if (response instanceof Response && response.status < 500) options.connection.reached();
    if (response instanceof Response && response.status === 401) {
      // Before anything else: who hears of the end of the session may call this off.
      const said = await restOf(response.clone().text());
      if (hasRefreshed) return endSession(options, response, said, 'refused');
      // Until it is renewed, by a provider that may be silent or away: who refused it is there.
      options.connection.refused();
      const renewal = await options.session.refresh();
      if (renewal === 'unanswered') throw notRenewed();
      if (renewal === 'ended') return endSession(options, response, said, 'over');
      hasRefreshed = true;
      continue;
    }
    const after =
      response instanceof Response
        ? retryAfterSeconds(response.headers.get('retry-after'), options.now())
        : null;
    if (response instanceof Response && response.status === 503 && after !== null)
      options.connection.refused();
    const isFinal = response instanceof Response && !isWorthRetrying(response.status);
    const pause = isFinal || tries >= most ? null : pauseBeforeRetry(tries, after, options.random);
    if (pause === null) {
      if (response instanceof ConnectionError) throw response;
      return response;
    }
    await options.wait(pause);
    request.signal?.throwIfAborted();
  }
}

/** As what the gateway itself refuses while the provider is away: what is done is tried again, what was kept is shown. */
function notRenewed(): ApiError {
  return new ApiError(503, { message: `${text.problem}. ${text.tryAgain}`, error: { type: 'unavailable' } });
}

function endSession(options: ApiClientOptions, response: Response, said: string, how: SessionEnd): Response {
  if (said.trim() === RELOGIN) {
    options.onSessionEnded(how);
    throw new SessionEndedError();
  }
  options.onUnauthorized();
  return response;
}

async function send(options: ApiClientOptions, request: Request): Promise<Response> {
  const { session } = options;
  const headers = new Headers({ accept: request.accept, ...request.headers });
  const set = (name: string, value: string | null | undefined) => {
    if (value) headers.set(name, value);
  };
  const { accessToken, sessionId } = session.token();
  set('authorization', accessToken && `Bearer ${accessToken}`);
  set('TenantID', session.tenantId);
  set('SessionID', sessionId);
  set('RegionCode', session.regionCode);
  set('traceparent', newTraceparent());
  const body = request.bytes ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  set('content-type', body === undefined ? null : request.bytes ? BYTES_TYPE : JSON_TYPE);
  set('Idempotency-Key', request.idempotencyKey);
  set('if-none-match', request.known?.etag);
  // Own writes are seen by this page even where it is answered from memory.
  set(LAST_WRITE, options.lastWrites.text());
  const limit = timeLimit(request);
  const sent = options.fetch(`${options.baseUrl}${request.path.replace(/^\//, '')}`, {
    method: request.method,
    headers,
    ...(body === undefined ? {} : { body }),
    signal: request.signal ? AbortSignal.any([request.signal, limit.signal]) : limit.signal,
    cache: 'no-store',
  });
  return sent.finally(limit.begun);
}

/** The whole answer has to come in time, of a stream the beginning. */
function timeLimit({ accept, patience = TIMEOUT_MILLISECONDS }: Request): {
  signal: AbortSignal;
  begun: () => void;
} {
  if (accept === JSON_TYPE) return { signal: AbortSignal.timeout(patience), begun: () => {} };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MILLISECONDS);
  return { signal: limit.signal, begun: () => clearTimeout(timer) };
}

async function refusal(response: Response, now: number): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  return new ApiError(response.status, body, retryAfterSeconds(response.headers.get('retry-after'), now));
}

function keep(kept: Map<string, Kept>, path: string, etag: string | null, body: unknown): void {
  kept.delete(path);
  if (!etag) return;
  kept.set(path, { etag, body });
  const oldest = kept.keys().next();
  if (kept.size > KEPT_ANSWERS && !oldest.done) kept.delete(oldest.value);
}
