import type { Environment } from './environment.ts';
import { AuthError } from './errors.ts';
import { asObject, asText, type JsonObject, parseObject } from './json.ts';

/** One call of the provider's API. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base URL, without a leading slash: `tenants/abcd1234/mode`. */
  path: string;
  /** Undefined fields are dropped. */
  body?: JsonObject;
  /** Sent as `Authorization: Bearer`. */
  bearer?: string | null | undefined;
  query?: Readonly<Record<string, string | null | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** The one status that counts as success; any 2xx where absent. */
  status?: number;
}

/** Sends a call and gives its JSON object. */
export type CallApi = (request: ApiRequest) => Promise<JsonObject>;

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
  return async (request) => {
    const url = apiUrl(options.baseUrl, request);
    const limit = options.timeoutMilliseconds;
    // No answer: what `fetch` throws is the caller's to see.
    const response = await environment.fetch(url, {
      method: request.method,
      headers: requestHeaders(environment, options, request, url),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'strict-origin',
      ...(limit === undefined ? {} : { signal: AbortSignal.timeout(limit) }),
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
    });
    const body = parseObject(await response.text().catch(() => ''));
    const isGood = request.status === undefined ? response.ok : response.status === request.status;
    if (!isGood) throw answerError(response, body);
    return body;
  };
}

/** The base with exactly one slash at its end and no doubled ones in its path. */
export function normalizeBaseUrl(baseUrl: string): string {
  return `${baseUrl}/`.replace(/([^:])\/{2,}/g, '$1/');
}

/** The address of a call, its query included. */
export function apiUrl(baseUrl: string, { path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return baseUrl + path + (search ? `?${search}` : '');
}

function requestHeaders(
  environment: Environment,
  options: ApiOptions,
  request: ApiRequest,
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
