import { asObject, asText, type JsonObject, parseObject } from './json.ts';

/** The three tokens of a session. */
export type TokenKind = 'access' | 'id' | 'refresh';

/** How a cookie is written; passed through from the server. */
export interface CookieOptions {
  /** Life in days, fractions allowed; absent for a session cookie. */
  expires?: number;
  path?: string;
  domain?: string;
  secure?: boolean;
  sameSite?: string;
}

/** One token of an answer. */
export interface IssuedToken {
  value: string;
  cookieOptions: CookieOptions;
}

/** The tokens of an answer; `refresh` is absent where it was not rotated or travels in an HttpOnly cookie. */
export interface IssuedTokens {
  access: IssuedToken;
  id: IssuedToken;
  refresh: IssuedToken | null;
  /** End of the HttpOnly refresh cookie, milliseconds since 1970. */
  refreshExpiresAt: number | null;
}

/** What a token says. Never verified here: only the server can be asked whether it is true. */
export type Claims = JsonObject;

/** The payload of a JWT, or null where the text is none (RFC 7519 section 7.2). */
export function readClaims(token: string | null | undefined): Claims | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims = parseObject(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Object.keys(claims).length > 0 ? claims : null;
  } catch {
    return null;
  }
}

/** End of a token in milliseconds since 1970, or null where it is no token or names no end. */
export function readExpiry(token: string | null | undefined): number | null {
  const exp = readClaims(token)?.exp;
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : null;
}

/** Whether a token is a token and its end lies ahead. */
export function isUnexpired(token: string | null | undefined, nowMilliseconds: number): boolean {
  const expiresAt = readExpiry(token);
  return expiresAt !== null && expiresAt > nowMilliseconds;
}

/** The tokens of an answer, or null where they are missing or broken. */
export function readIssuedTokens(answer: JsonObject): IssuedTokens | null {
  const tokens = asObject(answer.tokens);
  const access = readIssuedToken(tokens.access);
  const id = readIssuedToken(tokens.id);
  if (!access || !id) return null;
  const refresh = asObject(tokens.refresh);
  const end =
    refresh.expiresAt ?? refresh.refreshExpiresAt ?? tokens.refreshExpiresAt ?? answer.refreshExpiresAt;
  return { access, id, refresh: readIssuedToken(refresh), refreshExpiresAt: readInstant(end) };
}

function readIssuedToken(part: unknown): IssuedToken | null {
  const { value, cookieOptions } = asObject(part);
  return typeof value === 'string' && value
    ? { value, cookieOptions: readCookieOptions(cookieOptions) }
    : null;
}

function readCookieOptions(part: unknown): CookieOptions {
  const { expires, path, domain, secure, sameSite } = asObject(part);
  return {
    ...(typeof expires === 'number' && Number.isFinite(expires) ? { expires } : {}),
    ...(typeof secure === 'boolean' ? { secure } : {}),
    ...textOption('path', path),
    ...textOption('domain', domain),
    ...textOption('sameSite', sameSite),
  };
}

function textOption<Name extends string>(name: Name, value: unknown): { [Key in Name]?: string } {
  const text = asText(value);
  return text && /^[\w./-]+$/.test(text) ? ({ [name]: text } as { [Key in Name]?: string }) : {};
}

/** Seconds, milliseconds or an ISO date, as milliseconds since 1970. */
function readInstant(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value)) return value < 1e11 ? value * 1000 : value;
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(parsed) ? null : parsed;
}
