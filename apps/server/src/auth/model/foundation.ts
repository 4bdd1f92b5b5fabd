import type { Config } from '../../config.ts';
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { ForgottenList } from '../../platform/forgotten.ts';
import type { Logger } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { SafeFetch } from '../../platform/safe-fetch.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { SmsSender } from '../../platform/sms.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';

/** TXT records of a name, each as one text; an empty list where there are none. */
export type ResolveTxt = (name: string) => Promise<string[]>;

/** What the provider stands on. A mechanism names what it takes of it: `Pick<Foundation, 'clock' | 'database'>`. */
export type Foundation = {
  database: Database;
  config: Config;
  clock: Clock;
  secrets: Secrets;
  /** Null where test mode names no server of its own: messages stay in the outbox. */
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
  /** Where spans go, if anywhere. */
  tracing: Tracing | undefined;
  /** Outside of the database: who is not to come back by a restore. Null where nothing of it is kept. */
  forgotten: ForgottenList | null;
  /** Tells the workers that something waits; resolves when what waits now is done (used in test mode). */
  wakeWorkers(): Promise<void>;
};
