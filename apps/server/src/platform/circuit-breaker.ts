import type { Clock } from './clock.ts';

/** Stops calling what failed five times in a row, for a while (security 14). One per kind of outgoing call. */
export type CircuitBreaker = {
  /** False while calls to `key` pause; after the pause exactly one caller is let through to try. */
  mayCall(key: string): boolean;
  succeeded(key: string): void;
  failed(key: string): void;
};

type Circuit = { failures: number; pausedUntil: number };

const maxCircuits = 1000;

/** @param pauseMs milliseconds that calls pause after the last failure */
export function createCircuitBreaker(clock: Clock, failuresAllowed = 5, pauseMs = 30_000): CircuitBreaker {
  const circuits = new Map<string, Circuit>();
  return {
    mayCall(key) {
      const circuit = circuits.get(key);
      if (!circuit || circuit.failures < failuresAllowed) return true;
      const now = clock.now().getTime();
      if (now < circuit.pausedUntil) return false;
      // The next ones wait for the outcome of this try.
      circuit.pausedUntil = now + pauseMs;
      return true;
    },
    succeeded(key) {
      circuits.delete(key);
    },
    failed(key) {
      const failures = (circuits.get(key)?.failures ?? 0) + 1;
      circuits.delete(key);
      circuits.set(key, { failures, pausedUntil: clock.now().getTime() + pauseMs });
      forgetOldest(circuits);
    },
  };
}

/** Strangers may name many hosts; what has not failed for longest is forgotten first. */
function forgetOldest(circuits: Map<string, Circuit>): void {
  if (circuits.size <= maxCircuits) return;
  const oldest = circuits.keys().next().value;
  if (oldest !== undefined) circuits.delete(oldest);
}
