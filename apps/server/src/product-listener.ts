import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type Config, providerUrl } from './config.ts';
import { archiveGauges } from './platform/archive/gauges.ts';
import type { ArchiveEvent } from './platform/archive/keeper.ts';
import { systemClock } from './platform/clock.ts';
import { masterSecrets } from './platform/data-directory.ts';
import { createDeparture } from './platform/departure.ts';
import { forgottenOf } from './platform/forgotten.ts';
import { registerHealth } from './platform/health.ts';
import { createHttpServer } from './platform/http.ts';
import { createInProcessFetch, loadInProcessFetch } from './platform/in-process-fetch.ts';
import type { Logger } from './platform/log.ts';
import { listMigrations } from './platform/migrate.ts';
import {
  connectionsGauge,
  diskGauges,
  restartsCounter,
  statementCounters,
} from './platform/runtime-gauges.ts';
import { traceRequests } from './platform/tracing/requests.ts';
import { type Tracing, tracedFetch } from './platform/tracing/tracing.ts';
import { migrationFolder, type ProductDatabases } from './product-databases.ts';
import { type ProviderAccess, providerAccess, type RootTenants } from './provider-access.ts';
import { version } from './version.ts';

export type Listener = {
  app: FastifyInstance;
  provider: ProviderAccess;
  /** Not ready from now on, so that a balancer goes elsewhere; everything is still answered. */
  leave(): void;
};

export type ListenerOptions = {
  config: Config;
  databases: ProductDatabases;
  log: Logger;
  tracing: Tracing | undefined;
  /** How often the embedded database was lost and started again. */
  restarts(): number;
  /** Given what has to be closed as soon as it is open, in the order of opening. */
  onOpened(close: () => Promise<void>): void;
};

/** Background work starts this much later: loading what it needs would hold up the first answers. */
const workersAfterMs = 200;

type Service = {
  plugin(app: FastifyInstance): Promise<void>;
  startWorkers?(): void;
  isReady?(): Promise<boolean>;
  away?(): readonly string[];
  metrics?(registry: Registry): void;
  close(): Promise<void>;
};

/**
 * The configured services on one listener: provider, gateway, web. What asks no database begins at once, the routes of the provider
 * included; `open` does the rest when schemas and logins have been looked at, and resolves when the port answers.
 */
export async function beginListener(options: ListenerOptions): Promise<{ open(): Promise<Listener> }> {
  const { config, databases, log, tracing, restarts, onOpened } = options;
  const departure = createDeparture();
  const app = createHttpServer({ trustedProxies: config.trustedProxies, logger: log, departure });
  if (tracing) traceRequests(app, tracing, config.trustedProxies);
  const services: Service[] = [];
  // Closed in reverse: requests drain first, then the services stop.
  onOpened(async () => {
    for (const service of [...services].reverse()) await service.close();
  });
  onOpened(() => app.close());
  const registry = registerHealth(app, {
    isReady: async () => {
      const answers = await Promise.all(services.map((service) => service.isReady?.() ?? true));
      return answers.every(Boolean);
    },
    away: () => services.flatMap((service) => service.away?.() ?? []),
    trouble: () => databases.trouble(),
    release: async () => ({ ...describeRelease(config), ...describeArchive(databases) }),
    metricsKey: config.metricsKey,
    departure,
    log,
  });
  const auth = databases.identity
    ? await createAuth({ config, databases, log, tracing }, databases.identity)
    : undefined;
  const add = async (service: Service) => {
    services.push(service);
    await service.plugin(app);
  };
  if (auth) await add(auth);
  return {
    async open() {
      await auth?.takeUp();
      const provider = await providerAccess(config, auth);
      for (const service of await createOthers({ app, config, databases, log, tracing }, provider))
        await add(service);
      for (const service of services) service.metrics?.(registry);
      const pools = databases.pools();
      const ofDatabases = [connectionsGauge(pools), ...statementCounters(pools), restartsCounter(restarts)];
      const ofFolders = [...diskGauges(config.dataDir), ...archiveGauges(databases.archive)];
      for (const metric of [...ofDatabases, ...ofFolders]) registry.registerMetric(metric);
      await app.listen({ port: config.port, host: config.listenAddress });
      const workers = setTimeout(() => {
        for (const service of services) service.startWorkers?.();
        databases.keepArchive((event) => noteArchive(log, event));
      }, workersAfterMs);
      onOpened(async () => clearTimeout(workers));
      return { app, provider, leave: () => departure.begin() };
    },
  };
}

/**
 * Loads the code of the services that will be started, a third of the start. One after the other: what comes from the database
 * server meanwhile is heard in between, so that its connections come up while the next one is loaded.
 */
export async function loadServices({ services }: Config): Promise<void> {
  if (services.has('auth')) await import('./auth/service.ts');
  await turn();
  if (services.has('gateway')) await import('./gateway/service.ts');
  await turn();
  if (services.has('web')) await import('./web/service.ts');
  await turn();
  // The first question about readiness is one that services ask each other.
  await loadInProcessFetch();
}

/** What runs here: the version, and the newest migration of each schema that it asks for. */
function describeRelease({ services }: Config): object {
  const newest = (schema: 'auth' | 'app') => listMigrations(migrationFolder(schema)).at(-1);
  return {
    version,
    ...(services.has('auth') ? { identitySchema: newest('auth') } : {}),
    ...(services.has('gateway') ? { regionSchema: newest('app') } : {}),
  };
}

/** How far the archive is behind; nothing where there is none. */
function describeArchive(databases: ProductDatabases): object {
  const archive = databases.archive();
  return archive ? { archive } : {};
}

function noteArchive(log: Logger, event: ArchiveEvent): void {
  const { kind, ...facts } = event;
  if (kind === 'base') log.info(facts, 'a copy of the files of the database is in the archive');
  else if (event.kind === 'base_failed')
    log.error(
      { err: event.error },
      'the files of the database were not copied to the archive; it is tried again',
    );
  else
    log.error(facts, 'the archive is behind: postgres.log says why, and the disk fills until it is mended');
}

type Parts = Omit<ListenerOptions, 'restarts' | 'onOpened'> & { app: FastifyInstance };

/** What stands beside the provider, or over one elsewhere. */
async function createOthers(
  { app, config, databases, log, tracing }: Parts,
  provider: ProviderAccess,
): Promise<Service[]> {
  const services: Service[] = [];
  const isOurs = databases.identity !== null && config.auth.profile === 'latchkey';
  // A provider in this process is asked under its public name, without the network; another one over it.
  const baseUrl = isOurs ? providerUrl(config) : provider.baseUrl;
  const shared = {
    config,
    clock: systemClock,
    log,
    auth: { ...provider, baseUrl, profile: config.auth.profile },
    tracing,
    fetch: tracedFetch(tracing, isOurs ? createInProcessFetch(app, baseUrl, fetch) : fetch),
  };
  if (config.services.has('gateway')) {
    const { createGatewayService } = await import('./gateway/service.ts');
    const forgotten = forgottenOf(config);
    services.push(await createGatewayService({ ...shared, forgotten, regions: databases.regions }));
  }
  if (config.services.has('web')) {
    const { createWebService } = await import('./web/service.ts');
    const gateway = config.services.has('gateway')
      ? tracedFetch(tracing, createInProcessFetch(app, null, fetch))
      : null;
    services.push(await createWebService({ ...shared, gateway }));
  }
  return services;
}

type AuthService = Service & RootTenants & { takeUp(): Promise<void> };

async function createAuth(
  { config, databases, log, tracing }: Omit<Parts, 'app'>,
  database: NonNullable<ProductDatabases['identity']>,
): Promise<AuthService> {
  const [{ buildAuthService }, { createSmtpMailer, warnOfMail }, { createHttpSms }] = await Promise.all([
    import('./auth/service.ts'),
    import('./platform/mail.ts'),
    import('./platform/sms.ts'),
  ]);
  const { signIn, identityQueue } = databases;
  const { key, others } = await masterSecrets(config);
  const isLive = config.mode === 'live';
  const smtpUrl = isLive ? config.smtpUrl : config.testSmtpUrl;
  const mail = smtpUrl ? createSmtpMailer(smtpUrl, config.mailFrom) : null;
  if (mail) void warnOfMail(mail, log, isLive ? 'SMTP_URL' : 'TEST_SMTP_URL');
  return buildAuthService({
    database,
    ...(signIn ? { signInDatabase: signIn } : {}),
    ...(identityQueue ? { queue: identityQueue } : {}),
    config,
    secretKey: key,
    otherKeys: others,
    clock: systemClock,
    mail,
    sms: isLive && config.smsUrl ? createHttpSms(config.smsUrl, fetch) : null,
    fetch: tracedFetch(tracing, fetch),
    log,
    forgotten: forgottenOf(config),
    tracing,
  });
}
