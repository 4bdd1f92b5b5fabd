import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { findRunningServer } from '../../apps/server/src/platform/embedded/running-server.ts';
import {
  findFreePort,
  type ProductProcess,
  startProductProcess,
} from '../../apps/server/src/testing/product-process.ts';

/** One gateway process; `isUp` is false from its kill until it is ready again. */
export type Gateway = { name: string; process: ProductProcess; isUp: boolean };

/** The product as several processes over one PostgreSQL server. */
export type Cluster = {
  /** Runs everything and holds the database; never killed. */
  first: ProductProcess;
  gateways: Gateway[];
  /** Connects as the owner of the region's database: sees the rows of all workspaces. */
  owner: pg.ClientConfig;
  /** SIGKILL to a gateway, then a new process at the same port. Resolves with its start in milliseconds. */
  replace(gateway: Gateway): Promise<number>;
  /** What the processes logged as errors, newest last. */
  errorLines(): string[];
  stop(): Promise<void>;
};

/** Starts the first process, whose PostgreSQL server the others use, and that many processes with the gateway alone. */
export async function startCluster(processes: number): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'stint-soak-'));
  const port = await findFreePort();
  // The same in every process: it is the issuer of the tokens, and where the gateways ask.
  const shared = {
    REGIONS: 'us=United States',
    MAIN_DOMAIN: `stint.localhost:${port}`,
    AUTH_BASE_URL: `http://127.0.0.1:${port}/v0/`,
    LIMITS_PER_ADDRESS: 'off',
    DATABASE_POOL: '5',
    LOG_LEVEL: 'error',
  };
  const first = await startProductProcess({ dataDir: join(folder, 'first'), port, env: shared });
  const server = await findRunningServer(join(first.dataDir, 'postgres'));
  if (!server) throw new Error('the embedded server is not there');
  const { tenantId, adminKey } = await first.access();
  const url = (user: string) =>
    `postgres://${user}@/stint_us?host=${encodeURIComponent(server.host)}&port=${server.port}`;
  const env = {
    ...shared,
    SERVICES: 'gateway',
    AUTH_TENANT_ID: tenantId,
    AUTH_ADMIN_KEY: adminKey,
    GATEWAY_US_DATABASE_URL: url('stint_us_login'),
    GATEWAY_US_DATABASE_OWNER_URL: url('stint_us_owner'),
    GATEWAY_US_DATABASE_WORKER_URL: url('stint_us_worker'),
  };
  const ended: string[] = [];
  const startGateway = async (name: string, at?: number) => {
    const dataDir = join(folder, name);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return startProductProcess({ dataDir, env, ...(at === undefined ? {} : { port: at }) });
  };
  const gateways: Gateway[] = [];
  for (let number = 1; number <= processes; number++) {
    const name = `gateway-${number}`;
    gateways.push({ name, process: await startGateway(name), isUp: true });
  }
  return {
    first,
    gateways,
    owner: { ...server, user: 'stint_us_owner', database: 'stint_us' },
    async replace(gateway) {
      const started = performance.now();
      gateway.process.signal('SIGKILL');
      gateway.isUp = false;
      await gateway.process.ended;
      ended.push(gateway.process.output().stdout);
      gateway.process = await startGateway(gateway.name, gateway.process.port);
      gateway.isUp = true;
      return performance.now() - started;
    },
    errorLines: () =>
      [...ended, ...gateways.map((one) => one.process.output().stdout), first.output().stdout]
        .flatMap((text) => text.split('\n'))
        .filter((line) => /"level":[56]0/.test(line)),
    async stop() {
      await Promise.all(gateways.map(({ process }) => process.stop()));
      await first.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
