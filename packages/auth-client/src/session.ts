import type { Mode } from '@stint/domain/auth/mode.ts';
import { type CookieJar, createCookieJar } from './cookies.ts';
import type { Environment, KeyStore } from './environment.ts';
import { usageError } from './errors.ts';
import type { CookieMode } from './options.ts';
import { memoryStore } from './pkce.ts';
import {
  type CookieOptions,
  type IssuedToken,
  type IssuedTokens,
  isUnexpired,
  type TokenKind,
} from './tokens.ts';
import { readUser, type User } from './user.ts';

/** What is known about the session from cookies alone. */
type SessionState = 'active' | 'refreshable' | 'none';

/** The tokens as they lie in cookies; `refresh` is null where it is HttpOnly. */
export interface StoredTokens {
  accessToken: string | null;
  idToken: string | null;
  refresh: string | null;
}

/** Tokens and user of one tenant in this browser. Cookies are the only truth: another tab may have changed them. */
export interface Session {
  tokens(): StoredTokens;
  /** The person of the id cookie; the same object as long as the cookie is the same. */
  user(): User | null;
  state(): SessionState;
  write(issued: IssuedTokens, mode: Mode): void;
  clear(): void;
}

const KINDS: readonly TokenKind[] = ['access', 'id', 'refresh'];

/** The session of one tenant. */
export function createSession(
  environment: Environment,
  tenantId: string,
  cookieMode: CookieMode,
  jar: CookieJar = createCookieJar(environment),
): Session {
  const names = { access: `access.${tenantId}`, id: `id.${tenantId}`, refresh: `refresh.${tenantId}` };
  const store = environment.localStore ?? memoryStore();
  const endKey = `latchkey.${tenantId}.refreshExpiresAt`;
  let known: { idToken: string | null; user: User | null } = { idToken: null, user: null };

  const session: Session = {
    tokens: () => ({
      accessToken: jar.read(names.access),
      idToken: jar.read(names.id),
      refresh: jar.read(names.refresh),
    }),
    user() {
      const idToken = jar.read(names.id);
      if (idToken !== known.idToken) known = { idToken, user: readUser(idToken) };
      return known.user;
    },
    state() {
      const { accessToken, refresh } = session.tokens();
      if (isUnexpired(accessToken, environment.now())) return 'active';
      if (cookieMode === 'script') return isUnexpired(refresh, environment.now()) ? 'refreshable' : 'none';
      return isRefreshCookieAlive(accessToken, store, endKey, environment.now()) ? 'refreshable' : 'none';
    },
    write(issued, mode) {
      const write = (kind: TokenKind, token: IssuedToken) =>
        jar.write(names[kind], token.value, cookieOptions(kind, token.cookieOptions, mode));
      write('access', issued.access);
      write('id', issued.id);
      if (issued.refresh && cookieMode === 'script') write('refresh', issued.refresh);
      if (issued.refreshExpiresAt) store.setItem(endKey, String(issued.refreshExpiresAt));
      if (jar.read(names.access) !== issued.access.value) throw usageError('Problem setting cookies');
    },
    clear() {
      for (const kind of KINDS) jar.remove(names[kind]);
      store.removeItem(endKey);
    },
  };
  return session;
}

/** The HttpOnly cookie cannot be seen: its end was told, or the access cookie that ends with it is still there. */
function isRefreshCookieAlive(
  accessToken: string | null,
  store: KeyStore,
  endKey: string,
  now: number,
): boolean {
  const end = store.getItem(endKey);
  return accessToken !== null && (end === null || Number(end) > now);
}

/** The refresh cookie is always Strict; without options from the server, Lax and secure in live mode only. */
function cookieOptions(kind: TokenKind, options: CookieOptions, mode: Mode): CookieOptions {
  const base = { secure: mode === 'live', sameSite: 'Lax', ...options };
  return kind === 'refresh' ? { ...base, sameSite: 'Strict' } : base;
}
