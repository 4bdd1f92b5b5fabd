import { coreRoutes } from '@stint/domain/api/gateway.ts';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import { registerRoutes } from '../platform/http.ts';
import type { Logger } from '../platform/log.ts';
import { createAccessChecks } from './access/checks.ts';
import { createDirectory } from './access/directory.ts';
import { createMemberStates } from './access/member-state.ts';
import { createStandings } from './access/standings.ts';
import type { GatewayDeps, ProviderLink, Region } from './context.ts';
import { coreHandlers } from './core.ts';
import type { Core } from './handlers.ts';
import { guardGateway } from './http-guard.ts';
import { jobsGauge } from './jobs/metrics.ts';
import { createTimedCache } from '../platform/timed-cache.ts';
import { checkRegionDatabase, isCurrent, newestMigration } from './start-check.ts';
import { createLiveness } from './token/liveness.ts';
import { createTokenVerifier } from './token/verify.ts';
import { configuredPayments, createLife } from './workspace-lifecycle/life.ts';
import { createWorkspaceProvider } from './provider/client.ts';

export type GatewayServiceOptions = {
  regions: ReadonlyMap<string, Omit<Region, 'code'>>;
  config: Config;
  clock: Clock;
  fetch: typeof fetch;
  auth: ProviderLink;
  log: Logger;
};

export type GatewayService = {
  /** Adds every route under /api. */
  plugin(app: FastifyInstance): Promise<void>;
  startWorkers(): void;
  /** Shows in a registry how much waits in the queues. */
  metrics(registry: Registry): void;
  close(): Promise<void>;
  isReady(): Promise<boolean>;
};

const proofMs = 1000;

/**
 * The time-tracking service over the databases of its regions. Nothing in it has to be shared between processes.
 * @throws Error for a database where row security would not hold
 */
export async function createGatewayService(options: GatewayServiceOptions): Promise<GatewayService> {
  const regions = new Map<string, Region>(
    [...options.regions].map(([code, region]) => [code, { code, ...region }]),
  );
  for (const { code, database } of regions.values()) await checkRegionDatabase(code, database);
  const newest = await newestMigration();
  const deps: GatewayDeps = { ...options, regions };
  const liveness = createLiveness(deps);
  const provider = createWorkspaceProvider({
    baseUrl: deps.auth.baseUrl,
    rootTenantId: deps.auth.tenantId,
    adminKey: deps.auth.adminKey,
    fetch: deps.fetch,
  });
  const parts = {
    verifier: createTokenVerifier(deps),
    liveness,
    directory: createDirectory(deps),
    states: createMemberStates(deps),
    standings: createStandings(deps.clock, provider),
  };
  const access = createAccessChecks(deps, parts);
  const { directory, states, standings } = parts;
  const core: Core = { ...deps, states, directory, standings, provider };
  const payments = await configuredPayments(deps.config);
  const life = createLife({ ...deps, directory, states, standings, provider, payments });
  // Anybody may ask whether we are ready; the provider is not asked more often for it.
  const proof = createTimedCache<void>(deps.clock, proofMs);
  const askProvider = async () => {
    await Promise.all([parts.verifier.prove(), liveness.prove()]);
  };

  return {
    async plugin(app) {
      await app.register(
        async (scope) => {
          guardGateway(scope, deps, parts.directory);
          registerRoutes(scope, { table: coreRoutes, handlers: coreHandlers(core), access });
          await life.plugin(scope, { access });
        },
        { prefix: '/api' },
      );
    },
    startWorkers() {
      liveness.start();
      life.worker.start();
    },
    metrics: (registry) => registry.registerMetric(jobsGauge(regions)),
    async close() {
      liveness.stop();
      await life.worker.stop();
    },
    async isReady() {
      const [, ...answers] = await Promise.all([
        proof.get('provider', askProvider),
        ...[...regions.values()].map(({ database }) => isCurrent(database, newest)),
      ]);
      return answers.every(Boolean);
    },
  };
}
