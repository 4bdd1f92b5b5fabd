import type { Environment } from './environment.ts';
import type { CookieOptions } from './tokens.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The cookies of the page's own origin that script may see. */
export interface CookieJar {
  /** The value, or null where there is none. A name that occurs twice counts as absent. */
  read(name: string): string | null;
  write(name: string, value: string, options: CookieOptions): void;
  /** Expires every variant of a name that this page could have set. */
  remove(name: string): void;
}

/** The jar of a page. */
export function createCookieJar(environment: Environment): CookieJar {
  let text: string | null = null;
  /** One look for all names that are read in one go: each asks another process of the browser. */
  const look = () => {
    if (text !== null) return text;
    queueMicrotask(() => {
      text = null;
    });
    text = environment.readCookies();
    return text;
  };
  return {
    read: (name) => readCookie(look(), name),
    write: (name, value, options) => {
      text = null;
      environment.writeCookie(formatCookie(name, value, options, environment.now()));
    },
    remove: (name) => {
      text = null;
      for (const options of variants(environment.location()))
        environment.writeCookie(formatCookie(name, '', { ...options, expires: -1 }, environment.now()));
    },
  };
}

/** One cookie of a `document.cookie` text; names are compared as exact ASCII. */
function readCookie(cookies: string, name: string): string | null {
  const found = cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  return decode(only.slice(name.length + 1));
}

/** A cookie as `document.cookie` takes it (RFC 6265 section 4.1). */
function formatCookie(name: string, value: string, options: CookieOptions, nowMilliseconds: number): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, `path=${options.path ?? '/'}`];
  if (options.expires !== undefined)
    parts.push(`expires=${new Date(nowMilliseconds + options.expires * DAY_MILLISECONDS).toUTCString()}`);
  if (options.domain) parts.push(`domain=${options.domain}`);
  if (options.secure) parts.push('secure');
  if (options.sameSite) parts.push(`samesite=${options.sameSite}`);
  return parts.join('; ');
}

/**
 * Every pair of path and domain that a page may have used: its own path, the folder that is the default, and the root; the
 * host alone and each of its parents. Once more as secure ones, which a page on http must name so (RFC 6265bis, 5.7).
 */
function variants(location: URL | null): CookieOptions[] {
  const labels = (location?.hostname ?? '').split('.');
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  const path = location?.pathname ?? '/';
  const paths = new Set(['/', path, path.slice(0, path.lastIndexOf('/')) || '/']);
  const places = [...paths].flatMap((each) => [
    { path: each },
    ...domains.map((domain) => ({ path: each, domain })),
  ]);
  return location?.protocol === 'https:'
    ? places
    : places.flatMap((place) => [place, { ...place, secure: true }]);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
