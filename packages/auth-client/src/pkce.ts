import type { Environment, KeyStore } from './environment.ts';
import { parseObject } from './json.ts';

/** How long a challenge is kept. */
const PKCE_LIFE_MILLISECONDS = 5 * 60 * 1000;

/** The challenge of a native app that opened this page. PKCE is in use while there is one. */
export interface PkceStore {
  /** The challenge, or null when there is none or it is older than 300000 ms. */
  challenge(): string | null;
  keep(challenge: string): void;
  clear(): void;
}

/** The challenge in local storage, or in memory where that is refused. */
export function createPkceStore(environment: Environment, tenantId: string): PkceStore {
  const key = `latchkey.${tenantId}.pkce`;
  const store = environment.localStore ?? memoryStore();
  return {
    challenge() {
      const { challenge, expiresAt } = parseObject(store.getItem(key) ?? '');
      const isAlive = typeof expiresAt === 'number' && expiresAt > environment.now();
      return isAlive && typeof challenge === 'string' && challenge !== '' ? challenge : null;
    },
    keep(challenge) {
      const expiresAt = environment.now() + PKCE_LIFE_MILLISECONDS;
      store.setItem(key, JSON.stringify({ challenge, expiresAt }));
    },
    clear: () => store.removeItem(key),
  };
}

/** A random verifier of 256 bits (RFC 7636 section 4.1). */
export function createVerifier(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The S256 challenge of a verifier (RFC 7636 section 4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

/** Storage that lasts as long as the client. */
export function memoryStore(): KeyStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
