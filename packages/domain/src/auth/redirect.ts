/** Where redirects may lead; `docs/security-rules.md`, section 8. */
export interface RedirectRules {
  /** Exact origins: the main domain and the workspaces the person belongs to. */
  allowedOrigins: readonly string[];
  /** Allowed origins may be http in test mode; in live mode they are ignored unless https. */
  mode: 'test' | 'live';
}

/** A redirect parameter as it arrives: absent, once, or repeated, which is refused. */
export type RedirectInput = string | readonly string[] | null | undefined;

const MAX_LENGTH = 2048;
/** A base that no target can name, so that a path staying on it is really a path. */
const NOWHERE = 'https://nowhere.invalid';

/**
 * The one check of everything a browser is sent to: a path that starts with exactly one slash, or an address on an
 * allowed origin, re-serialised; anything else is `/`.
 */
export function safeRedirect(target: RedirectInput, rules: RedirectRules): string {
  return findSafeRedirect(target, rules) ?? '/';
}

/** As `safeRedirect`, but null where the target is missing or refused: for checks when a setting is stored. */
export function findSafeRedirect(target: RedirectInput, rules: RedirectRules): string | null {
  if (typeof target !== 'string' || !isPlainText(target)) return null;
  return target.startsWith('/') ? safePath(target) : safeAddress(target, rules);
}

/**
 * As `findSafeRedirect` for what may only be a path: stored settings and what a mailed link carries. Whoever stores one
 * asks, and whoever reads it asks again.
 */
export function findSafePath(target: RedirectInput): string | null {
  return findSafeRedirect(target, { allowedOrigins: [], mode: 'live' });
}

/** Schemes that run or show something in place of opening a page or an application. */
const HARMFUL_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']);

/**
 * The address that a PKCE code may go to: a page, or a scheme of a native application's own, re-serialised; else null.
 * Only the caller and the tenant's settings may name one, never the address of a page.
 */
export function findAppAddress(target: RedirectInput): string | null {
  if (typeof target !== 'string' || !isPlainText(target)) return null;
  const url = parse(target);
  if (!url || HARMFUL_SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}

/** What may decide where a person goes next, strongest first (protocol 6.1). */
export interface RedirectSources {
  /** The caller's own setting: a target, `true` for "not mine", `false` for "stay here". */
  explicit?: string | boolean | undefined;
  /** The redirect query parameter; pass all of its values. */
  query?: RedirectInput;
  /** The redirectTo field of a server answer, or the tenant's loginRedirectPath. */
  redirectTo?: RedirectInput;
}

/**
 * The target: explicit setting, redirect query parameter, redirectTo of the answer, site root. A refused one counts as
 * absent. Null when the caller wants to stay.
 */
export function pickRedirect(sources: RedirectSources, rules: RedirectRules): string | null {
  return sources.explicit === false ? null : (findRedirect(sources, rules) ?? '/');
}

/** As `pickRedirect`, but null where no source names a target that is allowed: for pages that then stay. */
export function findRedirect(
  { explicit, query, redirectTo }: RedirectSources,
  rules: RedirectRules,
): string | null {
  if (explicit === false) return null;
  const candidates = [explicit === true ? undefined : explicit, query, redirectTo];
  for (const candidate of candidates) {
    const single = Array.isArray(candidate) && candidate.length === 1 ? candidate[0] : candidate;
    const safe = findSafeRedirect(single, rules);
    if (safe !== null) return safe;
  }
  return null;
}

/** Nothing that parsers drop or read in two ways: control characters, line separators, backslashes, half characters. */
function isPlainText(target: string): boolean {
  const isLong = target === '' || target.length > MAX_LENGTH;
  return !isLong && target.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(target);
}

function safePath(target: string): string | null {
  const url = parse(target, NOWHERE);
  if (!url || url.origin !== NOWHERE) return null;
  const path = url.pathname + url.search + url.hash;
  // `/.//evil.example` only turns into `//evil.example` while it is parsed
  return path.startsWith('//') ? null : path;
}

function safeAddress(target: string, { allowedOrigins, mode }: RedirectRules): string | null {
  const authority = /^https?:\/\/([^/?#]+)/i.exec(target)?.[1];
  if (!authority || authority.includes('@')) return null;
  const url = parse(target);
  if (!url || !allowedOrigins.includes(url.origin)) return null;
  return url.protocol === 'https:' || mode === 'test' ? url.href : null;
}

function parse(target: string, base?: string): URL | null {
  try {
    return new URL(target, base);
  } catch {
    return null;
  }
}
