import type { Factor } from '@stint/domain/auth/factor.ts';
import type { Environment } from './environment.ts';
import { parseObject } from './json.ts';
import { memoryStore } from './pkce.ts';

/** How long a first factor waits for its second. */
const LIFE_MILLISECONDS = 10 * 60 * 1000;

/** A sign-in that waits for its second factor. */
interface PendingSignIn {
  firstFactorToken: string;
  secondFactors: readonly Factor[];
}

/** The pending sign-in of this tab. */
export interface FirstFactorStore {
  find(): PendingSignIn | null;
  keep(pending: PendingSignIn): void;
  clear(): void;
}

/** Kept in session storage, so that a reload of the page does not start over; never shared with other tabs. */
export function createFirstFactorStore(environment: Environment, tenantId: string): FirstFactorStore {
  const key = `latchkey.${tenantId}.firstFactor`;
  const store = environment.sessionStore ?? memoryStore();
  return {
    find() {
      const { firstFactorToken, secondFactors, expiresAt } = parseObject(store.getItem(key) ?? '');
      const isAlive = typeof expiresAt === 'number' && expiresAt > environment.now();
      if (!isAlive || typeof firstFactorToken !== 'string') return null;
      return { firstFactorToken, secondFactors: readFactors(secondFactors) };
    },
    keep(pending) {
      const expiresAt = environment.now() + LIFE_MILLISECONDS;
      store.setItem(key, JSON.stringify({ ...pending, expiresAt }));
    },
    clear: () => store.removeItem(key),
  };
}

/** The factors of an answer; anything that is none is left out. */
export function readFactors(value: unknown): Factor[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (factor) => typeof factor?.channel === 'string' && typeof factor?.strategy === 'string',
  );
}
