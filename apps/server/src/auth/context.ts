import { type Config, providerUrl } from '../config.ts';
import type { CircuitBreaker } from '../platform/circuit-breaker.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { Mailer } from '../platform/mail.ts';
import type { SafeFetch } from '../platform/safe-fetch.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { SmsSender } from '../platform/sms.ts';
import type { SlidingLimit } from './mechanisms/limits/in-process.ts';
import type { AuthMetrics } from './mechanisms/metrics/metrics.ts';
import type { PasswordHasher } from './mechanisms/passwords/hasher.ts';
import type { SessionCache } from './mechanisms/sessions/cache.ts';
import type { TenantDirectory } from './mechanisms/tenants/directory.ts';
import type { SigningKeys } from './mechanisms/tokens/signing-keys.ts';
import type { ResolveTxt } from './methods/federation/domains.ts';

export type Mode = 'test' | 'live';

/** A root tenant's data realm: users, factors and limits belong to one. */
export type Realm = { rootTenantId: string; mode: Mode };

/** What every part of the provider works with; made once by the service. */
export type AuthContext = {
  database: Database;
  config: Config;
  clock: Clock;
  secrets: Secrets;
  /** Null in test mode: messages stay in the outbox. */
  mail: Mailer | null;
  sms: SmsSender | null;
  /** Pauses a channel, `email` or `sms`, whose server keeps failing (security 14). */
  deliveries: CircuitBreaker;
  fetch: typeof fetch;
  /** For addresses that people entered (security 9). */
  safeFetch: SafeFetch;
  /** TXT records of a name, for proof of domains. */
  resolveTxt: ResolveTxt;
  log: Logger;
  tenants: TenantDirectory;
  keys: SigningKeys;
  sessions: SessionCache;
  passwords: PasswordHasher;
  metrics: AuthMetrics;
  /** 30 refreshes a minute for each session (security 2). */
  refreshLimit: SlidingLimit;
  /** What one person may ask for in a minute where each answer costs much; see `takeWork`. */
  workLimit: SlidingLimit;
  /** Tells the worker that something waits; resolves when what waits now is done (used by test mode). */
  wakeWorkers(): Promise<void>;
};

/** Base of links and issuer: `https://main/v0/`, from configuration only (security 7). */
export function baseUrl(config: Config): string {
  return providerUrl(config);
}
