import { isIPv4, isIPv6 } from 'node:net';
import { chooseLanguage, LANGUAGE_COOKIE, type Language, languageFor } from '@stint/domain/language.ts';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { sha256 } from '../../../platform/secrets.ts';
import { readCookie } from './cookies.ts';

/** Name of the HttpOnly cookie that ties sessions, links and devices to one browser (security 6). */
export const companionCookie = '__Host-sb';

/** What a request tells about its caller, read once. */
export type ClientInfo = {
  requestId: string;
  /** The page that asks: Origin, else x-origin, Referer, own host (protocol 2). Null for `Origin: null`. */
  origin: string | null;
  /** True when the request came from the very host it went to. */
  isSameOrigin: boolean;
  /** IPv4, or the /64 of an IPv6 address: the unit that limits count by (security 2). */
  address: string;
  /** As shown to the person in the list of sessions. */
  fullAddress: string;
  userAgent: string;
  /** The companion cookie and its hash, or null. */
  companion: string | null;
  companionHash: Buffer | null;
  /** The client keeps the refresh token in an HttpOnly cookie. */
  wantsRefreshCookie: boolean;
  /** Bearer token of the Authorization header; `undefined`, `null` and empty count as none (protocol 14). */
  bearer: string | null;
  /** Of the pages that the person uses; null where the program says nothing. */
  language: Language | null;
};

const clients = new WeakMap<FastifyRequest, ClientInfo>();

export function readClient(request: FastifyRequest, config: Config): ClientInfo {
  const known = clients.get(request);
  if (known) return known;
  const origin = readOrigin(request, config);
  const isSameOrigin = isFromOwnHost(request, origin, config);
  const companion = readCompanion(request);
  const client: ClientInfo = {
    requestId: request.id,
    origin,
    isSameOrigin,
    address: addressUnit(request.ip),
    fullAddress: unmapped(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    companion,
    companionHash: companion === null ? null : sha256(companion),
    wantsRefreshCookie: isSameOrigin && request.headers['x-latchkey-refresh'] === 'cookie',
    bearer: readBearer(request.headers.authorization),
    language: readLanguage(request),
  };
  clients.set(request, client);
  return client;
}

function readCompanion(request: FastifyRequest): string | null {
  const value = readCookie(request.headers.cookie, companionCookie);
  return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

/** What was chosen on a page of ours, else what the browser asks for. */
function readLanguage({ headers }: FastifyRequest): Language | null {
  const chosen = readCookie(headers.cookie, LANGUAGE_COOKIE);
  const accepted = headers['accept-language'];
  return chosen || accepted ? chooseLanguage({ chosen, accepted }) : null;
}

/** The language of a page that the provider answers itself; English for who says nothing. */
export function pageLanguage(request: FastifyRequest): Language {
  return languageFor(readLanguage(request));
}

/** The token of an Authorization header, or null where there is none worth looking at. */
function readBearer(header: string | undefined): string | null {
  const token = /^Bearer +(\S+)\s*$/i.exec(header ?? '')?.[1] ?? '';
  return token === '' || token === 'undefined' || token === 'null' ? null : token;
}

/** Own address of the request by configuration's scheme; X-Forwarded-Proto never decides (security 7). */
export function ownOrigin(request: FastifyRequest, config: Config): string {
  return `${config.scheme}://${request.headers.host ?? ''}`.toLowerCase();
}

function readOrigin(request: FastifyRequest, config: Config): string | null {
  const { origin, referer } = request.headers;
  if (origin !== undefined) return origin === 'null' ? null : origin.toLowerCase();
  const given = request.headers['x-origin'];
  const named = originOf(typeof given === 'string' ? given : undefined) ?? originOf(referer);
  return named ?? ownOrigin(request, config);
}

function originOf(url: string | undefined): string | null {
  const origin = (url ? URL.parse(url) : null)?.origin ?? 'null';
  return origin === 'null' ? null : origin;
}

function isFromOwnHost(request: FastifyRequest, origin: string | null, config: Config): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (request.headers.origin === undefined && site === undefined && request.headers.cookie === undefined)
    return false;
  return origin === ownOrigin(request, config);
}

function unmapped(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped && isIPv4(mapped) ? mapped : address;
}

/** IPv4 as it is, IPv6 as its /64 after unmapping (security 2). */
export function addressUnit(address: string): string {
  const plain = unmapped(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::', 2);
  const first = head === '' ? [] : head.split(':');
  const last = !tail ? [] : tail.split(':');
  const groups =
    tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
