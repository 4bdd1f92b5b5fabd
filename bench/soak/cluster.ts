import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { findRunningServer } from '../../apps/server/src/platform/embedded/running-server.ts';
import { findLastRelease, unpackRelease } from '../../apps/server/src/testing/last-release.ts';
import {
  findFreePort,
  type ProductProcess,
  ProductStartError,
  startProductProcess,
} from '../../apps/server/src/testing/product-process.ts';

/** One gateway process; `isUp` is false from its kill until it is ready again. */
export type Gateway = { name: string; process: ProductProcess; version: Version; isUp: boolean };

export type Version = 'last release' | 'this version';

/** The product as several processes over one PostgreSQL server. */
export type Cluster = {
  /** Runs everything and holds the database; never killed. The same object before and after the upgrade. */
  first: ProductProcess;
  /** Where the database and all else lies. */
  folder: string;
  /** Whether nothing but the product lives on the disk of `folder`, so that it can be filled. */
  hasOwnDisk: boolean;
  /** Says how many milliseconds the clocks of the gateways are wrong. */
  clockFile: string;
  gateways: Gateway[];
  /** Connects as the owner of the region's database: sees the rows of all workspaces. */
  owner: pg.ClientConfig;
  /** SIGKILL to a gateway, then a new process at the same port. Resolves with its start in milliseconds. */
  replace(gateway: Gateway): Promise<number>;
  /** From the release to this version: first the process with provider and database, then one gateway after the other. */
  upgrade(): Promise<void>;
  /** What the processes logged as errors, newest last. */
  errorLines(): string[];
  stop(): Promise<void>;
};

/** Room for an hour of writing. */
const diskSize = '3g';
const clockModule = fileURLToPath(new URL('stepped-clock.mjs', import.meta.url));
const mainFile = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/**
 * Starts the first process, whose PostgreSQL server the others use, and that many processes with the gateway alone: all of
 * them of the last release.
 * @param mailUrl takes the mail of this version; the last release keeps its own
 */
export async function startCluster(processes: number, mailUrl: string): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'stint-soak-'));
  const hasOwnDisk = await mountDisk(folder);
  const clockFile = join(folder, 'clock');
  let version: Version = 'last release';
  let main = join(await unpackRelease(await findLastRelease()), 'apps', 'server', 'src', 'main.ts');
  const port = await findFreePort();
  // The same in every process: it is the issuer of the tokens, and where the gateways ask.
  const shared = {
    REGIONS: 'us=United States',
    MAIN_DOMAIN: `stint.localhost:${port}`,
    AUTH_BASE_URL: `http://127.0.0.1:${port}/v0/`,
    LIMITS_PER_ADDRESS: 'off',
    TEST_SMTP_URL: mailUrl,
    DATABASE_POOL: '5',
    LOG_LEVEL: 'error',
  };
  const startFirst = () =>
    startProductProcess({ dataDir: join(folder, 'first'), port, env: shared, command: [main] });
  let now = await startFirst();
  const first = new Proxy({} as ProductProcess, { get: (_, name) => Reflect.get(now, name) });
  const server = await findRunningServer(join(first.dataDir, 'postgres'));
  if (!server) throw new Error('the embedded server is not there');
  const { tenantId, adminKey } = await first.access();
  const url = (user: string) =>
    `postgres://${user}@/stint_us?host=${encodeURIComponent(server.host)}&port=${server.port}`;
  const env = {
    ...shared,
    SERVICES: 'gateway',
    SOAK_CLOCK: clockFile,
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
    const command = ['--import', clockModule, main];
    return startProductProcess({ dataDir, env, command, ...(at === undefined ? {} : { port: at }) });
  };
  const gateways: Gateway[] = [];
  for (let number = 1; number <= processes; number++) {
    const name = `gateway-${number}`;
    gateways.push({ name, process: await startGateway(name), version, isUp: true });
  }
  let busy: Promise<unknown> = Promise.resolve();
  /** Ends it by a signal and starts another at its port, one after the other. */
  const restart = (gateway: Gateway, signal: 'SIGKILL' | 'SIGTERM'): Promise<number> => {
    const done = busy.then(async () => {
      const started = performance.now();
      gateway.process.signal(signal);
      gateway.isUp = false;
      await gateway.process.ended;
      ended.push(gateway.process.output().stdout);
      gateway.process = await startAgain(() => startGateway(gateway.name, gateway.process.port));
      gateway.version = version;
      gateway.isUp = true;
      return performance.now() - started;
    });
    busy = done.catch(() => {});
    return done;
  };
  return {
    first,
    folder,
    hasOwnDisk,
    clockFile,
    gateways,
    owner: { ...server, user: 'stint_us_owner', database: 'stint_us' },
    replace: (gateway) => restart(gateway, 'SIGKILL'),
    async upgrade() {
      main = mainFile;
      version = 'this version';
      await now.stop();
      ended.push(now.output().stdout);
      now = await startFirst();
      for (const gateway of gateways) await restart(gateway, 'SIGTERM');
    },
    errorLines: () =>
      [...ended, ...gateways.map((one) => one.process.output().stdout), first.output().stdout]
        .flatMap((text) => text.split('\n'))
        .filter((line) => /"level":[56]0/.test(line)),
    async stop() {
      await Promise.all(gateways.map(({ process }) => process.stop()));
      await now.stop();
      if (hasOwnDisk) await promisify(execFile)('umount', [folder]);
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** A disk of its own in memory, where this user may mount one. */
async function mountDisk(folder: string): Promise<boolean> {
  const options = ['-t', 'tmpfs', '-o', `size=${diskSize},mode=700`, 'tmpfs', folder];
  return promisify(execFile)('mount', options).then(
    () => true,
    () => false,
  );
}

const mostStarts = 60;

/** As a supervisor: what ends at its start, for want of a database, is started again a second later. */
async function startAgain(start: () => Promise<ProductProcess>): Promise<ProductProcess> {
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      if (tries === mostStarts || !(error instanceof ProductStartError)) throw error;
      await sleep(1000);
    }
  }
}
