import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { SafeFetchError } from './errors.ts';

export type PinnedRequest = {
  url: URL;
  /** The address to connect to; the name in `url` is only used for the Host header and the certificate. */
  address: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
  /** Bytes of answer taken before giving up. */
  maxBytes: number;
  signal: AbortSignal;
  /** Certificates to trust instead of the system's; for tests. */
  ca?: string;
};

/**
 * One request over a fresh connection to exactly one address. Redirects are refused, the answer is cut off at
 * `maxBytes` (security 9).
 * @throws SafeFetchError `redirected`, `too_large`, `unreachable`; the reason of `signal` when it fires
 */
export function sendPinned(pinned: PinnedRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      const { signal } = pinned;
      reject(signal.aborted ? signal.reason : asSafeFetchError(error));
    };
    const send = pinned.url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(connection(pinned), (incoming) => {
      readAnswer(incoming, pinned).then(resolve, (error) => {
        outgoing.destroy();
        fail(error);
      });
    });
    outgoing.on('error', fail);
    outgoing.end(pinned.body ?? undefined);
  });
}

function connection({ url, address, method, headers, signal, body, ca }: PinnedRequest) {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host: address,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    method,
    headers: {
      ...headers,
      host: url.host,
      'accept-encoding': 'identity',
      ...(body ? { 'content-length': String(body.byteLength) } : {}),
    },
    servername: isIP(name) ? '' : name,
    // A connection of its own: a kept one might lead to an address that was never checked for this name.
    agent: false as const,
    signal,
    ...(ca ? { ca } : {}),
  };
}

async function readAnswer(incoming: IncomingMessage, { maxBytes }: PinnedRequest): Promise<Response> {
  const status = incoming.statusCode ?? 0;
  if (status >= 300 && status < 400) throw new SafeFetchError('redirected');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new SafeFetchError('too_large');
    chunks.push(chunk);
  }
  const hasBody = status !== 204 && status !== 205;
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: headersOf(incoming) });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '');
  return headers;
}

function asSafeFetchError(error: unknown): SafeFetchError {
  return error instanceof SafeFetchError ? error : new SafeFetchError('unreachable', { cause: error });
}
