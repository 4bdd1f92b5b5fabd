import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import { isOutage } from '../platform/database-errors.ts';
import type { ForgottenList } from '../platform/forgotten.ts';
import { sendError } from '../platform/http.ts';
import type { Logger } from '../platform/log.ts';
import { createSafeFetch } from '../platform/safe-fetch.ts';
import { createTenantShares } from '../platform/tenant-shares.ts';
import { createTimedCache } from '../platform/timed-cache.ts';
import { type Tracing, tracedFetch } from '../platform/tracing/tracing.ts';
import { createAccessChecks } from './access/checks.ts';
import { createDirectory } from './access/directory.ts';
import { createMemberStates } from './access/member-state.ts';
import { namingRegion } from './access/region-away.ts';
import { createStandings } from './access/standings.ts';
import { openRegion } from './change-feed/feed.ts';
import { feedGauge } from './change-feed/metrics.ts';
import { createChangeStreams } from './change-feed/streams.ts';
import { composeGateway } from './compose.ts';
import type { GatewayDeps, OpenRegion, ProviderLink, Region } from './context.ts';
import { guardGateway } from './http-guard.ts';
import { jobAgeGauge, jobsGauge } from './jobs/metrics.ts';
import { createAppMail } from './mail/app-mail.ts';
import { configuredPayments } from './payments/configured.ts';
import { createWorkspaceProvider } from './provider/client.ts';
import { gatewaySecrets } from './secrets.ts';
import { answersGauge, checkRegionDatabase, isCurrent, newestMigration } from './start-check.ts';
import { createProviderFeed } from './token/changes.ts';
import { createLiveness } from './token/liveness.ts';
import { createTokenVerifier } from './token/verify.ts';
import { totalsGauge } from './total-checks/metrics.ts';

export type GatewayServiceOptions = {
  regions: ReadonlyMap<string, Omit<OpenRegion, 'code'>>;
  config: Config;
  clock: Clock;
  fetch: typeof fetch;
  auth: ProviderLink;
  log: Logger;
  /** Nothing is noted where absent. */
  forgotten?: ForgottenList | undefined;
  tracing?: Tracing | undefined;
};

export type GatewayService = {
  /** Adds every route under /api. */
  plugin(app: FastifyInstance): Promise<void>;
  startWorkers(): void;
  /** Shows in a registry how much waits in the queues. */
  metrics(registry: Registry): void;
  close(): Promise<void>;
  isReady(): Promise<boolean>;
  /** Names of the regions that did not answer when readiness was asked last. */
  away(): readonly string[];
};

const proofMs = 1000;

/**
 * The time-tracking service over the databases of its regions. Nothing in it has to be shared between processes.
 * @throws Error for a database where row security would not hold
 */
export async function createGatewayService(options: GatewayServiceOptions): Promise<GatewayService> {
  const regions = new Map<string, Region>(
    [...options.regions].map(([code, region]) => [
      code,
      { ...openRegion({ code, ...region }, options), shares: createTenantShares(region.database) },
    ]),
  );
  for (const { code, database } of regions.values())
    await checkRegionDatabase(code, database).catch((error: unknown) => {
      // Whoever opened it looks at it before anybody is let through to it.
      if (!isOutage(error)) throw error;
    });
  const newest = newestMigration();
  const deps: GatewayDeps = { ...options, regions };
  // Another provider tells nothing by itself.
  const providerFeed = deps.auth.profile === 'latchkey' ? createProviderFeed(deps) : null;
  const liveness = createLiveness(deps, providerFeed);
  const provider = createWorkspaceProvider({
    baseUrl: deps.auth.baseUrl,
    rootTenantId: deps.auth.tenantId,
    adminKey: deps.auth.adminKey,
    fetch: deps.fetch,
  });
  const parts = {
    verifier: createTokenVerifier(deps, liveness.isAlone),
    liveness,
    directory: createDirectory(deps),
    states: createMemberStates(deps),
    standings: createStandings(deps.clock, provider, providerFeed),
  };
  const access = createAccessChecks(deps, parts);
  const streams = createChangeStreams(regions);
  const { config, clock, auth, tracing } = deps;
  const gateway = composeGateway({
    ...deps,
    ...parts,
    provider,
    providerFeed,
    streams,
    payments: await configuredPayments(config),
    secrets: gatewaySecrets(config, auth.adminKey),
    send: createAppMail(deps),
    post: tracedFetch(
      tracing,
      createSafeFetch({ clock, allowLoopback: config.mode === 'test', pauses: 'address' }),
    ),
  });
  const feeds = [...(providerFeed ? [providerFeed] : []), ...[...regions.values()].map(({ feed }) => feed)];
  // Anybody may ask whether we are ready; the provider is not asked more often for it.
  const proof = createTimedCache<void>(deps.clock, { maxAgeMs: proofMs });
  let away: readonly string[] = [];
  const askProvider = async () => {
    if (liveness.isAlone()) return;
    await Promise.all([parts.verifier.prove(), liveness.prove()]).catch((error: unknown) => {
      if (!liveness.goesOnAlone()) throw error;
    });
  };

  return {
    async plugin(app) {
      await app.register(
        async (scope) => {
          scope.setErrorHandler((error, request, reply) =>
            sendError(namingRegion(error, request, regions), request, reply),
          );
          guardGateway(scope, deps, parts.directory);
          // A process that drains waits for answers under way, and these have no end of their own.
          scope.addHook('preClose', async () => streams.close());
          gateway.register(scope, access);
        },
        { prefix: '/api' },
      );
    },
    startWorkers() {
      for (const feed of feeds) feed.start();
      gateway.worker.start();
    },
    metrics(registry) {
      registry.registerMetric(answersGauge(regions, newest));
      registry.registerMetric(gateway.durations);
      registry.registerMetric(jobsGauge(regions));
      registry.registerMetric(jobAgeGauge(regions));
      registry.registerMetric(feedGauge(regions));
      registry.registerMetric(totalsGauge(regions));
    },
    async close() {
      for (const feed of feeds) feed.stop();
      await gateway.worker.stop();
    },
    away: () => away,
    async isReady() {
      const places = [...regions.values()];
      const [, ...answers] = await Promise.all([
        proof.get('provider', askProvider),
        ...places.map(({ database }) => isCurrent(database, newest)),
      ]);
      away = places.filter((_region, index) => answers[index] === null).map(({ name }) => name);
      // A region that is away keeps its own workspaces from their work: a balancer that left for it would stop them all.
      return !answers.includes(false) && answers.includes(true);
    },
  };
}
