import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { Clock } from './clock.ts';
import { SafeFetchError } from './safe-fetch/errors.ts';
import { sendPinned } from './safe-fetch/pinned-request.ts';
import { isLoopbackAddress, isPublicAddress } from './safe-fetch/public-address.ts';

export { SafeFetchError } from './safe-fetch/errors.ts';

/** All addresses of a name. */
type ResolveHost = (name: string) => Promise<string[]>;

/** A `fetch` for addresses that people entered: issuers, key sets, metadata, webhooks, pictures (security 9). */
export type SafeFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export type SafeFetchOptions = {
  clock: Clock;
  /** Test mode: http and any port are accepted for this machine itself, never for another. */
  allowLoopback: boolean;
  /** The system's resolver where absent. */
  resolve?: ResolveHost;
  /** Milliseconds from name lookup to the last byte; 5000 where absent. */
  timeoutMs?: number;
  /** What pauses when calls keep failing: the whole host, or that address alone where strangers share a host. */
  pauses?: 'host' | 'address';
  /** Bytes of answer; 1 MiB where absent. */
  maxBytes?: number;
};

const resolveWithSystem: ResolveHost = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Calls an address that a person entered, so that it cannot reach our own network: https on port 443, the name is
 * looked up once, every address of it must be public, the connection goes to one of those very addresses, no
 * redirects, a bounded time and size. What keeps failing pauses for 30 s.
 * @returns a function like `fetch`; it rejects with SafeFetchError
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { clock, timeoutMs = 5000, maxBytes = 1024 * 1024 } = options;
  const breaker = createCircuitBreaker(clock);
  return async (input, init) => {
    const url = checkCallable(input, options.allowLoopback);
    const paused = options.pauses === 'address' ? url.href : url.host;
    if (!breaker.mayCall(paused)) throw new SafeFetchError('paused');
    const deadline = deadlineOf(timeoutMs, init?.signal);
    try {
      const address = await deadline.race(findAddress(url, options));
      const parts = await requestParts(url, init);
      const response = await sendPinned({ url, address, ...parts, maxBytes, signal: deadline.signal });
      breaker.succeeded(paused);
      return response;
    } catch (error) {
      if (isFailureOfHost(error)) breaker.failed(paused);
      throw error;
    } finally {
      deadline.clear();
    }
  };
}

/**
 * Parses an address and refuses what may never be called, before anything is looked up; for checks when it is stored.
 * @throws SafeFetchError `address_invalid`, `not_https`, `not_public`
 */
export function checkCallable(input: string | URL, allowLoopback: boolean): URL {
  if (!URL.canParse(String(input))) throw new SafeFetchError('address_invalid');
  const url = new URL(String(input));
  if (url.username || url.password) throw new SafeFetchError('not_https');
  if (isThisMachine(url)) {
    if (allowLoopback && /^https?:$/.test(url.protocol)) return url;
    throw new SafeFetchError('not_public');
  }
  if (url.protocol !== 'https:' || url.port !== '') throw new SafeFetchError('not_https');
  const name = hostOf(url);
  if (isIP(name) && !isPublicAddress(name)) throw new SafeFetchError('not_public');
  return url;
}

/** What is wrong with an address that may never be called, in words; null where nothing is. See `checkCallable`. */
export function callableProblem(input: string, allowLoopback: boolean): string | null {
  try {
    checkCallable(input, allowLoopback);
    return null;
  } catch (error) {
    if (error instanceof SafeFetchError) return error.message;
    throw error;
  }
}

async function findAddress(url: URL, { resolve = resolveWithSystem }: SafeFetchOptions): Promise<string> {
  const name = hostOf(url);
  if (isIP(name)) return name;
  // RFC 6761 section 6.3: these names are this machine without asking anybody.
  if (isThisMachine(url)) return '127.0.0.1';
  const addresses = await resolve(name).catch((cause: unknown) => {
    throw new SafeFetchError('unknown_host', { cause });
  });
  const [first] = addresses;
  if (first === undefined) throw new SafeFetchError('unknown_host');
  if (!addresses.every(isPublicAddress)) throw new SafeFetchError('not_public');
  return first;
}

function isThisMachine(url: URL): boolean {
  const name = hostOf(url).replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

async function requestParts(url: URL, init: RequestInit = {}) {
  const request = new Request(url, { ...init, signal: null });
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : null;
  return { method: request.method, headers: Object.fromEntries(request.headers), body };
}

/** One bound over lookup, connection and answer together, joined with the caller's own signal. */
function deadlineOf(timeoutMs: number, callers?: AbortSignal | null) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new SafeFetchError('timeout')), timeoutMs);
  const signal = callers ? AbortSignal.any([controller.signal, callers]) : controller.signal;
  return {
    signal,
    clear: () => clearTimeout(timer),
    race: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason as Error);
        if (signal.aborted) abort();
        signal.addEventListener('abort', abort, { once: true });
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
      }),
  };
}

function isFailureOfHost(error: unknown): boolean {
  return error instanceof SafeFetchError && ['unreachable', 'timeout', 'unknown_host'].includes(error.reason);
}
