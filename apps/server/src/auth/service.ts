import { fileURLToPath } from 'node:url';
import { authRoutes } from '@stint/domain/api/auth.ts';
import { openApiDocument } from '@stint/domain/api/openapi.ts';
import type { RouteTable } from '@stint/domain/api/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { createCircuitBreaker } from '../platform/circuit-breaker.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { ForgottenList } from '../platform/forgotten.ts';
import { registerRoutes } from '../platform/http.ts';
import type { Logger } from '../platform/log.ts';
import type { Mailer } from '../platform/mail.ts';
import { isMigrated, listMigrations } from '../platform/migrate.ts';
import { createDurations } from '../platform/queue/durations.ts';
import { createSafeFetch } from '../platform/safe-fetch.ts';
import { createSecrets, type OtherKeys } from '../platform/secrets.ts';
import type { SmsSender } from '../platform/sms.ts';
import { type Tracing, tracedFetch } from '../platform/tracing/tracing.ts';
import { ensureRootTenant, type RootTenant } from './administration/tenants/root.ts';
import { installBrowserPages } from './composition/browser-pages.ts';
import { createLaneAccess, createLaneHandlers, createSignInLane } from './composition/lane.ts';
import { createAuthQueueWorker } from './composition/queue-worker.ts';
import { replayForgotten } from './composition/replay-forgotten.ts';
import { shortPathRoutes } from './composition/short-paths.ts';
import { createWorkers } from './composition/workers.ts';
import type { AuthContext } from './context.ts';
import { installGuard } from './mechanisms/access/guard.ts';
import { createRequestLimit } from './mechanisms/access/request-limit.ts';
import { installSources } from './mechanisms/access/sources.ts';
import { createSlidingLimit } from './mechanisms/limits/in-process.ts';
import { createAuthMetrics } from './mechanisms/metrics/metrics.ts';
import { createPasswordHasher, type HasherOptions } from './mechanisms/passwords/hasher.ts';
import { createOwnRecords, endingRecords } from './mechanisms/people/own-records.ts';
import { createSessionCache } from './mechanisms/sessions/cache.ts';
import { createTenantDirectory } from './mechanisms/tenants/directory.ts';
import { warnOfClock } from './mechanisms/tokens/clock-check.ts';
import { createSigningKeys } from './mechanisms/tokens/signing-keys.ts';
import { resolveTxtWithSystem } from './methods/federation/domains.ts';
import { takeUpKeys } from './model/former-keys.ts';
import type { ResolveTxt } from './model/foundation.ts';

export type AuthServiceOptions = {
  database: Database;
  /** Connections of their own for sign-in; those of `database` where absent (security 14). */
  signInDatabase?: Database;
  /** The same database as the login that claims jobs; absent where nothing is delivered, as in tools. */
  queue?: Database;
  config: Config;
  /** Master secret, at least 32 bytes, from outside the database. */
  secretKey: Buffer;
  /** Master secrets beside it, while it is being changed. */
  otherKeys?: OtherKeys;
  clock: Clock;
  /** Null in test mode without a server of its own. */
  mail: Mailer | null;
  sms: SmsSender | null;
  fetch: typeof fetch;
  /** Finds TXT records that prove domains; the system's resolver where absent. */
  resolveTxt?: ResolveTxt;
  log: Logger;
  /** Nothing is noted where absent. */
  forgotten?: ForgottenList | undefined;
  tracing?: Tracing | undefined;
  /** How long a sign-in waits for its turn to hash, and how far hashes stand back; tests on a busy machine want neither. */
  hashing?: Pick<HasherOptions, 'longestWaitMs' | 'niceness'>;
};

export type AuthService = {
  /** Adds all routes under `/v0`. */
  plugin(app: FastifyInstance): Promise<void>;
  /** What it takes from its database before it answers anybody: kept keys, and out again whom a restore brought back. */
  takeUp(): Promise<void>;
  /** Makes root tenant and admin key where there is none. */
  ensureRootTenant(): Promise<RootTenant>;
  startWorkers(): void;
  /** Does all jobs of the queue that are due, and those that follow from them; for tests. */
  workOffQueue(): Promise<void>;
  close(): Promise<void>;
  isReady(): Promise<boolean>;
  /** Shows what the provider counts. */
  metrics(registry: Registry): void;
  /** For tools that work beside the HTTP face. */
  context: AuthContext;
};

const migrationFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Bytes of a request body (security 11). */
const bodyLimit = 16 * 1024;

/** The auth provider: every JSON call of the contract, its background work, and its first tenant. */
export async function createAuthService(options: AuthServiceOptions): Promise<AuthService> {
  const service = buildAuthService(options);
  await service.takeUp();
  return service;
}

/** The same without a question to its database, whose schema may still be looked at: its routes can be added meanwhile. */
export function buildAuthService(options: AuthServiceOptions): AuthService {
  const { config, clock, log } = options;
  const ownRecords = createOwnRecords(clock);
  const recorded = (plain: Database) =>
    endingRecords(plain, (isOfTenants) => {
      // Before the records, which show tenants.
      if (isOfTenants) context.tenants.forget();
      ownRecords.clear();
    });
  const database = recorded(options.database);
  const signInDatabase = options.signInDatabase ? recorded(options.signInDatabase) : database;
  const secrets = createSecrets(options.secretKey, options.otherKeys);
  const workers = createWorkers(() => context);
  const passwords = createPasswordHasher(secrets, options.hashing);
  const context: AuthContext = {
    database,
    config,
    clock,
    secrets,
    mail: options.mail,
    sms: options.sms,
    deliveries: createCircuitBreaker(clock),
    fetch: options.fetch,
    safeFetch: tracedFetch(
      options.tracing,
      createSafeFetch({ clock, allowLoopback: config.mode === 'test' }),
    ),
    resolveTxt: options.resolveTxt ?? resolveTxtWithSystem,
    log,
    tracing: options.tracing,
    forgotten: options.forgotten ?? null,
    // Sign-in needs both: they are small, kept look-ups.
    tenants: createTenantDirectory(signInDatabase, clock),
    keys: createSigningKeys(signInDatabase, secrets, clock),
    sessions: createSessionCache(database, clock),
    ownRecords,
    passwords,
    metrics: createAuthMetrics(database, passwords),
    refreshLimit: createSlidingLimit(60_000, 30),
    workLimit: createSlidingLimit(60_000, 20),
    wakeWorkers: () => workers.wake(),
  };
  const durations = createDurations('provider');
  const queueWorker = options.queue
    ? createAuthQueueWorker(context, options.queue, durations, options.tracing)
    : null;
  const describeApi = () =>
    openApiDocument(authRoutes, {
      title: 'Latchkey',
      version: '0',
      basePath: '/v0',
      description: 'Sign-in for your application. docs/latchkey.md shows how to start.',
    });
  const newestMigration = listMigrations(migrationFolder).length;
  const table = withBodyLimit(authRoutes);
  const lane = options.signInDatabase ? createSignInLane(context, signInDatabase) : context;
  const handlers = createLaneHandlers(table, context, lane);

  return {
    context,
    async takeUp() {
      // In one transaction: three statements on their own would each have a connection made.
      await database.transaction((tx) => takeUpKeys(tx, secrets, config.mode), { readOnly: true });
      await replayForgotten(context);
    },
    async plugin(app) {
      await app.register(
        async (v0) => {
          installGuard(v0, context);
          installSources(v0, config);
          const access = createLaneAccess(context, lane);
          const limit = createRequestLimit(context);
          registerRoutes(v0, { table, handlers, access, limit });
          registerRoutes(v0, { ...shortPathRoutes(table, handlers), access, limit });
          await installBrowserPages(v0, lane);
          let openApi: object | undefined;
          v0.get('/openapi.json', async () => {
            openApi ??= describeApi();
            return openApi;
          });
        },
        { prefix: '/v0' },
      );
    },
    ensureRootTenant: () => ensureRootTenant(context),
    startWorkers() {
      workers.start();
      queueWorker?.start();
      // A database that is away says so itself.
      warnOfClock(database, clock, log).catch(() => {});
    },
    async workOffQueue() {
      while (((await queueWorker?.runDue()) ?? 0) > 0);
    },
    metrics(registry) {
      context.metrics.register(registry);
      registry.registerMetric(durations);
    },
    async close() {
      await Promise.all([workers.stop(), queueWorker?.stop()]);
      await passwords.close();
      options.mail?.close();
    },
    async isReady() {
      return isMigrated((text) => database.pool.query(text), 'auth', newestMigration);
    },
  };
}

function withBodyLimit<Table extends RouteTable>(table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([key, row]) => [key, { bodyLimit, ...row }])) as Table;
}
