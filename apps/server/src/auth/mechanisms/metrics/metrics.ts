import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../../platform/database.ts';
import { type Sql, sql } from '../../../platform/sql.ts';

/** How a refresh ended; `reuse` and `companion` ended the session (security 6). */
export type RefreshOutcome = 'rotated' | 'reuse' | 'companion' | 'refused';

/** What happened to one try to hand over a message; `paused` means that the server was not even asked. */
export type DeliveryOutcome = 'sent' | 'failed' | 'dropped' | 'dead' | 'paused';

/** What is counted of a message: by what it is sent, and whether it carries a link or a code. */
type CountedMessage = { channel: string; link?: string; verificationCode?: string };

/** How busy the hashing of passwords is. */
export type HashLoad = {
  /** Waiting and running hashes. */
  load(): number;
  /** Hashes refused since the start because the queue was full or slow. */
  refusals(): number;
};

/** What the provider tells `/metrics`. Labels are words of our own, never names of people or tenants. */
export type AuthMetrics = {
  signedIn(method: string): void;
  signInFailed(method: string): void;
  refreshed(outcome: RefreshOutcome): void;
  queued(message: CountedMessage): void;
  delivered(channel: string, outcome: DeliveryOutcome): void;
  /** Shows all of it in a registry. */
  register(registry: Registry): void;
};

/** Counters of this process; gauges are read when somebody asks. */
export function createAuthMetrics(database: Database, passwords: HashLoad): AuthMetrics {
  const signIns = counter('latchkey_sign_ins_total', 'Sign-ins by method and result', ['method', 'result']);
  const refreshes = counter('latchkey_refreshes_total', 'Refreshes by outcome', ['outcome']);
  const queued = counter('latchkey_messages_queued_total', 'Links, codes and notices put in the outbox', [
    'channel',
    'kind',
  ]);
  const deliveries = counter('latchkey_deliveries_total', 'Tries to hand a message over', [
    'channel',
    'outcome',
  ]);
  const gauges = [
    outboxGauge(database),
    webhookGauge(database),
    hashGauge(passwords),
    refusedHashes(passwords),
  ];
  return {
    signedIn: (method) => signIns.inc({ method, result: 'ok' }),
    signInFailed: (method) => signIns.inc({ method, result: 'failed' }),
    refreshed: (outcome) => refreshes.inc({ outcome }),
    queued: (message) => queued.inc({ channel: message.channel, kind: kindOf(message) }),
    delivered: (channel, outcome) => deliveries.inc({ channel, outcome }),
    register(registry) {
      for (const metric of [signIns, refreshes, queued, deliveries, ...gauges])
        registry.registerMetric(metric);
    },
  };
}

function counter(name: string, help: string, labelNames: string[]): Counter {
  return new Counter({ name, help, labelNames, registers: [] });
}

function kindOf({ link, verificationCode }: CountedMessage): 'link' | 'code' | 'notice' {
  if (link) return 'link';
  return verificationCode ? 'code' : 'notice';
}

/** A dead one is an alert: somebody waits for a message that will not come (docs/operations.md). */
function outboxGauge(database: Database): Gauge {
  return queueGauge(database, {
    name: 'latchkey_outbox_messages',
    help: 'Messages that wait, and those given up within the last 30 days',
    counts: sql`select (select count(*)::int from auth.outbox where status = 'waiting') as waiting,
      (select count(*)::int from auth.outbox where status = 'dead') as dead`,
  });
}

function webhookGauge(database: Database): Gauge {
  return queueGauge(database, {
    name: 'latchkey_webhook_deliveries',
    help: 'Webhook deliveries that wait, and those given up within the last 30 days',
    counts: sql`select (select count(*)::int from auth.webhook_delivery where status = 'waiting') as waiting,
      (select count(*)::int from auth.webhook_delivery where status = 'dead') as dead`,
  });
}

function queueGauge(
  database: Database,
  { name, help, counts }: { name: string; help: string; counts: Sql },
): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: ['status'],
    registers: [],
    async collect() {
      this.reset();
      // While the database is away the other figures are still told.
      const counted = await database.maybeOne<{ waiting: number; dead: number }>(counts).catch(() => null);
      if (!counted) return;
      this.set({ status: 'waiting' }, counted.waiting);
      this.set({ status: 'dead' }, counted.dead);
    },
  });
}

function hashGauge({ load }: HashLoad): Gauge {
  return new Gauge({
    name: 'latchkey_password_hashes',
    help: 'Password hashes that run or wait for their turn',
    registers: [],
    collect() {
      this.set(load());
    },
  });
}

function refusedHashes({ refusals }: HashLoad): Counter {
  return new Counter({
    name: 'latchkey_password_hashes_refused_total',
    help: 'Sign-ins answered 503 because too many hashes waited, or for too long',
    registers: [],
    collect() {
      this.reset();
      this.inc(refusals());
    },
  });
}
