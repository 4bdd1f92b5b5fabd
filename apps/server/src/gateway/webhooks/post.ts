import { lookup } from 'node:dns/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export type ResolveHost = (host: string) => Promise<string[]>;

export type OutgoingOptions = {
  /** All addresses of a host; the system's resolver where absent. */
  resolve?: ResolveHost;
  /** Test mode: http to this machine is allowed too. */
  allowLoopback: boolean;
  /** Milliseconds for the whole call; 5000 where absent (security 9). */
  timeoutMs?: number;
};

/** A refusal before anything was sent, in words for the delivery log. */
export class UnsafeUrlError extends Error {}

const maxResponseBytes = 1024 * 1024;

/**
 * Checks the form of an address that a user gave: https on port 443, no user info; in test mode also http to this machine.
 * @throws UnsafeUrlError that says what is wrong
 */
export function checkOutgoingUrl(text: string, options: Pick<OutgoingOptions, 'allowLoopback'>): URL {
  if (!URL.canParse(text)) throw new UnsafeUrlError('This is not a web address.');
  const url = new URL(text);
  if (url.username || url.password) throw new UnsafeUrlError('The address must not contain a user name.');
  const host = hostOf(url);
  if (options.allowLoopback && (isLoopbackAddress(host) || host === 'localhost')) return url;
  if (url.protocol !== 'https:') throw new UnsafeUrlError('The address must start with https://.');
  if (url.port !== '') throw new UnsafeUrlError('The address must use port 443.');
  if (isIP(host) && !isPublicAddress(host))
    throw new UnsafeUrlError('The address is not on the public internet.');
  return url;
}

/**
 * Posts JSON to an address that a user gave (security 9): resolved once, refused when any address is not public,
 * connected to that very address, redirects not followed, five seconds, at most 1 MiB read.
 * @returns the HTTP status
 * @throws UnsafeUrlError when refused, Error when the call failed
 */
export async function postJson(
  text: string,
  body: string,
  headers: Record<string, string>,
  options: OutgoingOptions,
): Promise<number> {
  const url = checkOutgoingUrl(text, options);
  const address = await resolveOnce(url, options);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request: RequestOptions = {
    method: 'POST',
    host: address,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    headers: {
      ...headers,
      host: url.host,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Stint-Webhooks/1',
    },
    signal: AbortSignal.timeout(options.timeoutMs ?? 5000),
    agent: false,
    ...(isIP(hostOf(url)) ? {} : { servername: url.hostname }),
  };
  return new Promise((resolve, reject) => {
    const call = send(request, (response) => {
      let received = 0;
      response.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > maxResponseBytes) call.destroy(new Error('The answer is larger than 1 MiB.'));
      });
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function resolveOnce(url: URL, options: OutgoingOptions): Promise<string> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await (options.resolve ?? resolveBySystem)(host);
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (options.allowLoopback && isLoopbackAddress(address));
  const [first] = addresses;
  if (!first || !addresses.every(isAllowed)) {
    throw new UnsafeUrlError('The address does not lead to a host on the public internet.');
  }
  return first;
}

async function resolveBySystem(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map((entry) => entry.address);
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
