import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const own = new WeakSet<object>();

/** Whether a request came from a service of this very process. */
export function isInProcess(request: { raw: IncomingMessage }): boolean {
  return own.has(request.raw);
}

/**
 * Services of one process speak without the network: what is asked of `base` goes through the routes of `app`, with all
 * their checks, under the host name that `base` has. Neither address would do: no service answers to the
 * one that the process listens on, and the public one may lead through a proxy that is not there yet. Goes on while the
 * listener is already closed.
 * @param base null where everything that is asked for is this application's
 * @param elsewhere asked for every other address
 */
export function createInProcessFetch(
  app: FastifyInstance,
  base: string | null,
  elsewhere: typeof fetch,
): typeof fetch {
  const href = base === null ? '' : new URL(base).href;
  let ready: PromiseLike<unknown> | undefined;
  return async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(href)) return elsewhere(input, init);
    // Asked once: it never comes true while the application closes.
    ready ??= app.ready();
    await ready;
    const answer = await beforeAbort(dispatch(app, request), request.signal);
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: toHeaders(answer.headers),
    });
  };
}

/** Loads what the first call takes: Node has its own `fetch` loaded where one of its classes is first used. */
export async function loadInProcessFetch(): Promise<void> {
  await import('light-my-request');
  toHeaders({});
}

async function dispatch(app: FastifyInstance, request: Request) {
  const { default: inject } = await import('light-my-request');
  const { host, pathname, search } = new URL(request.url);
  const payload = request.body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) };
  const handle: Parameters<typeof inject>[0] = (incoming, outgoing) => {
    own.add(incoming);
    // The mock is what Fastify's own `inject` gives to its router too.
    app.routing(incoming as unknown as IncomingMessage, outgoing as never);
  };
  return inject(handle, {
    validate: false,
    method: request.method as 'GET',
    url: pathname + search,
    headers: { 'user-agent': 'stint', ...Object.fromEntries(request.headers), host },
    ...payload,
  });
}

/** @throws what the signal was aborted with, while the call itself ends unheard */
function beforeAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer, aborted]);
}

function toHeaders(given: Record<string, number | string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  }
  return headers;
}
