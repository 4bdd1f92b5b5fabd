import type { Factor } from '@stint/domain/auth/factor.ts';
import type { Environment } from './environment.ts';
import type { User } from './user.ts';

/** What listeners hear, by name. */
export interface AuthEvents {
  /** Tokens were written, here or in another tab. */
  tokens: { user: User | null };
  /** The session of this browser ended. */
  signedOut: { reason: 'logout' | 'otherTab' | 'sessionEnded' };
  /** A first factor succeeded and a second one is asked. */
  mfaRequired: { secondFactors: readonly Factor[] };
  /** PKCE is in use: the answer holds a code instead of cookies. */
  pkceRequired: { authorizationCode: string; redirectTo: string | undefined };
  /** The page is about to be left for this address. */
  redirect: { url: string };
  /** The address of the page changed without a load. */
  addressChanged: { url: string };
}

/** Who listens to what; each client has its own. */
export interface EventHub {
  emit<Name extends keyof AuthEvents>(name: Name, event: AuthEvents[Name]): void;
  /** Calls back on every event of a name; the result stops that. */
  on<Name extends keyof AuthEvents>(name: Name, listener: (event: AuthEvents[Name]) => void): () => void;
}

/** An empty hub. A listener that throws is reported and does not keep the others from hearing. */
export function createEventHub(environment: Environment): EventHub {
  const listeners = new Map<keyof AuthEvents, Set<(event: never) => void>>();
  return {
    emit(name, event) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(event as never);
        } catch (error) {
          environment.warn(`a listener of ${name} threw`, error);
        }
      }
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(listener));
      return () => known.delete(listener);
    },
  };
}
