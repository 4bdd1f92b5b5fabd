import type { CallAnswer, CallBody, CallMethod, CallPath, CallQuery, MethodOf } from './calls.ts';
import type { Environment } from './environment.ts';
import { AuthError, throwUnanswered } from './errors.ts';
import { asObject, asText, type JsonObject, parseObject } from './json.ts';

/** One call of the provider's API, as its table of routes has it. */
interface ApiRequest<M extends CallMethod = CallMethod, Path extends CallPath = CallPath> {
  method: M;
  /** Relative to the base URL, without a leading slash: `tenants/abcd1234/mode`. */
  path: Path;
  /** Undefined fields are dropped. */
  body?: CallBody<M, Path>;
  /** Sent as `Authorization: Bearer`. */
  bearer?: string | null | undefined;
  query?: CallQuery<M, Path>;
  headers?: Readonly<Record<string, string>>;
  /** The one status that counts as success; any 2xx where absent. */
  status?: number;
}

/** Sends a call and gives its JSON object. */
export type CallApi = <M extends CallMethod, Path extends CallPath>(
  request: ApiRequest<M, Path> & { method: MethodOf<Path> },
) => Promise<CallAnswer<M, Path>>;

export interface ApiOptions {
  baseUrl: string;
  /** Domain of an application that has no origin of its own. */
  domain: string | undefined;
  /** Which of our packages is calling. */
  source: string;
  /** Without one a call waits as long as the browser does. */
  timeoutMilliseconds: number | undefined;
  /** Headers of every call, such as the refresh mode. */
  headers: Readonly<Record<string, string>>;
  /** The XSRF cookie of the page, for calls to the own origin. */
  readXsrfToken: () => string | null;
}

/** Makes the caller of one base URL. Cookies travel to the page's own origin only. */
export function createApi(environment: Environment, options: ApiOptions): CallApi {
  const call = async (request: SentRequest): Promise<JsonObject> => {
    const url = apiUrl(options.baseUrl, request);
    const limit = options.timeoutMilliseconds;
    // No answer: what `fetch` throws is the caller's to see.
    const sent = environment.fetch(url, {
      method: request.method,
      headers: requestHeaders(environment, options, request, url),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'strict-origin',
      ...(limit === undefined ? {} : { signal: AbortSignal.timeout(limit) }),
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
    });
    const response = await sent.catch(throwUnanswered);
    const body = parseObject(await response.text().catch(() => ''));
    const isGood = request.status === undefined ? response.ok : response.status === request.status;
    if (!isGood) throw answerError(response, body);
    return body;
  };
  // What was sent and what came back are of the row that the caller named.
  return call as CallApi;
}

/** The base with exactly one slash at its end and no doubled ones in its path. */
export function normalizeBaseUrl(baseUrl: string): string {
  return `${baseUrl}/`.replace(/([^:])\/{2,}/g, '$1/');
}

/** A call of any row. */
type SentRequest = Omit<ApiRequest, 'body' | 'query'> & { body?: object; query?: object };

/** Where a call or a page of the provider lies. */
interface Address {
  path: string;
  query?: object | undefined;
}

/** The address of a call, its query included. */
export function apiUrl(baseUrl: string, { path, query }: Address): string {
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return baseUrl + path + (search ? `?${search}` : '');
}

function requestHeaders(
  environment: Environment,
  options: ApiOptions,
  request: SentRequest,
  url: string,
): Record<string, string> {
  const domain = options.domain && `https://${options.domain}`;
  const xsrf = isSameOrigin(environment, url) ? options.readXsrfToken() : null;
  return {
    accept: 'application/json, text/plain, */*',
    'x-latchkey-source': options.source,
    ...options.headers,
    ...request.headers,
    ...(request.body ? { 'content-type': 'application/json' } : {}),
    ...(request.bearer ? { authorization: `Bearer ${request.bearer}` } : {}),
    ...(domain ? { 'x-application-id': domain, 'x-origin': domain } : {}),
    ...(xsrf ? { 'x-xsrf-token': xsrf } : {}),
  };
}

function isSameOrigin(environment: Environment, url: string): boolean {
  const page = environment.location();
  return page !== null && URL.canParse(url, page.href) && new URL(url, page.href).origin === page.origin;
}

function answerError(response: Response, body: JsonObject): AuthError {
  const seconds = Number(response.headers.get('retry-after'));
  const error = body.error;
  const requestId = asText(body.requestId);
  return new AuthError(asText(body.message) ?? 'Problem with request', {
    statusCode: response.status,
    type: asText(error) ?? asText(asObject(error).type) ?? 'unhandled_error',
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
    ...(requestId ? { requestId } : {}),
    fields: Array.isArray(body.errors) ? body.errors : [],
    body,
  });
}
