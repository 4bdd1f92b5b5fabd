import { AsyncLocalStorage } from 'node:async_hooks';

/** Which side of a call a span tells of; `internal` is work of our own, such as a job. */
type SpanKind = 'server' | 'client' | 'internal' | 'consumer';

type SpanAttributes = Record<string, string | number | boolean>;

export type NewSpan = {
  /** Few different ones: a route's pattern, a kind of job, never an address. */
  name: string;
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** A `traceparent` (W3C Trace Context) that this follows from, in place of the span under way. */
  parent?: string | undefined;
};

/** A span under way. */
export type OpenSpan = {
  /** Names this span to whoever is called (W3C Trace Context, section 3.2). */
  traceparent: string;
  /** Does work below this span. */
  run<T>(work: () => T): T;
  /** @param failure why it failed; only its name and code are kept, since messages may quote values */
  end(attributes?: SpanAttributes, failure?: unknown): void;
};

/** Where spans go; absent where no collector is configured, and then nothing of it is loaded. */
export type Tracing = {
  begin(span: NewSpan): OpenSpan;
  /** Sends what is left. */
  close(): Promise<void>;
};

const underWay = new AsyncLocalStorage<OpenSpan>();

/** Does work below a span, for what makes `OpenSpan`s. */
export function runBelow<T>(span: OpenSpan, work: () => T): T {
  return underWay.run(span, work);
}

/** Names the span under way, to be passed on with a call or a job; undefined where nothing is traced. */
export function currentTraceparent(): string | undefined {
  return underWay.getStore()?.traceparent;
}

/** What is handed over to a job: the work that follows belongs to the trace of what asked for it. */
export function withTrace<Payload extends object>(payload: Payload): Payload & { traceparent?: string } {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? payload : { ...payload, traceparent };
}

/** Does work as a span of its own. */
export async function traced<T>(
  tracing: Tracing | undefined,
  span: NewSpan,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return work();
  const open = tracing.begin(span);
  try {
    const result = await open.run(work);
    open.end();
    return result;
  } catch (error) {
    open.end({}, error);
    throw error;
  }
}

/** A `fetch` whose calls are spans, and tell whoever is called of them. */
export function tracedFetch<In extends string | URL | Request>(
  tracing: Tracing | undefined,
  plain: (input: In, init?: RequestInit) => Promise<Response>,
): (input: In, init?: RequestInit) => Promise<Response> {
  if (!tracing) return plain;
  return async (input, init = {}) => {
    const asked = input instanceof Request ? input : null;
    const method = init.method ?? asked?.method ?? 'GET';
    const address = asked?.url ?? String(input);
    const host = URL.canParse(address) ? new URL(address).host : '';
    const attributes = { 'http.request.method': method, 'server.address': host };
    const open = tracing.begin({ name: method, kind: 'client', attributes });
    try {
      const headers = new Headers(init.headers ?? asked?.headers);
      headers.set('traceparent', open.traceparent);
      const response = await open.run(() => plain(input, { ...init, headers }));
      open.end({ 'http.response.status_code': response.status });
      return response;
    } catch (error) {
      open.end({}, error);
      throw error;
    }
  };
}
