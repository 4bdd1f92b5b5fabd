/**
 * The value of a cookie, by exact name. A name that comes twice counts as absent, since one of them may have been planted
 * (security 7).
 */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value ? value : null;
}

/** Names of all cookies that begin with a prefix, each once. */
export function cookieNames(header: string | undefined, prefix: string): string[] {
  const names = (header ?? '').split(';').map((part) => part.trim().split('=', 1)[0] ?? '');
  return [...new Set(names.filter((name) => name.startsWith(prefix)))];
}

export type SetCookie = {
  name: string;
  value: string;
  path: string;
  /** Seconds; 0 removes the cookie. */
  maxAge: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Strict' | 'Lax' | 'None';
};

/** One Set-Cookie header, host-only (RFC 6265bis). */
export function formatCookie(cookie: SetCookie): string {
  const parts = [
    `${cookie.name}=${cookie.value}`,
    `Path=${cookie.path}`,
    `Max-Age=${Math.max(0, Math.trunc(cookie.maxAge))}`,
    `SameSite=${cookie.sameSite}`,
  ];
  if (cookie.httpOnly) parts.push('HttpOnly');
  if (cookie.secure) parts.push('Secure');
  return parts.join('; ');
}
