import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signInConnections } from './auth/composition/connections.ts';
import type { Config, Region } from './config.ts';
import { bootstrapDatabases, type DatabasePlan } from './platform/bootstrap.ts';
import type { DatabaseAddress } from './platform/connections.ts';
import { readPrivateFile, writePrivateFile } from './platform/data-directory.ts';
import { type Database, openDatabase, type SlowStatements } from './platform/database.ts';
import { findRunningServer } from './platform/embedded/running-server.ts';
import { type RestartEvent, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrate } from './platform/migrate.ts';
import { checkRuntimeRole, checkWorkerRole } from './platform/role-check.ts';
import type { Tracing } from './platform/tracing/tracing.ts';

/** Reports one named step of the start and how long it took. */
export type OnStep = (name: string, milliseconds: number) => void;

export type DatabaseLink = {
  schema: 'auth' | 'app';
  address: DatabaseAddress;
  owner: DatabaseAddress;
  /** Where jobs are claimed. */
  worker: DatabaseAddress;
};

export type ProductDatabases = {
  identity: Database | null;
  /** The identity database as the login that claims jobs. */
  identityQueue: Database | null;
  /** Connections to the identity database that only sign-in uses (security 14). */
  signIn: Database | null;
  /** `queue` reaches the same database as the login that claims jobs. */
  regions: Map<string, { name: string; database: Database; queue: Database }>;
  /** All pools, by words for whoever runs this. */
  pools(): ReadonlyMap<string, Database['pool']>;
  /** Why nothing can be asked, for whoever runs this; null where nothing is known. */
  trouble(): string | null;
  /** Stops the embedded server after the pools; does nothing more for one's own servers. */
  close(): Promise<void>;
};

/** Whoever asks for health may be anybody: what the database said stands in the log alone. */
const embeddedIsDown =
  'The embedded database ended and is started again until it comes up; the log says what it said.';

const folders = {
  auth: fileURLToPath(new URL('./auth/migrations', import.meta.url)),
  app: fileURLToPath(new URL('./gateway/migrations', import.meta.url)),
};

const identityPlan = {
  database: 'latchkey',
  schema: 'auth',
  owner: 'latchkey_owner',
  login: 'latchkey_login',
  worker: { name: 'latchkey_worker' },
} satisfies DatabasePlan;

/** Two that listen, and claims or answers of jobs that run. */
const queueConnections = 6;

/** The embedded database of a region: `stint_us` with its own owner and logins (decision 014). */
function regionPlan(region: Region) {
  const database = `stint_${region.code}`;
  return {
    database,
    schema: 'app',
    owner: `${database}_owner`,
    login: `${database}_login`,
    worker: { name: `${database}_worker` },
  } satisfies DatabasePlan;
}

type Planned = DatabasePlan & Required<Pick<DatabasePlan, 'worker'>>;

/** The folder with the migrations of a schema. */
export function migrationFolder(schema: 'auth' | 'app'): string {
  return folders[schema];
}

export type LocateOptions = {
  /** Use the embedded server of a product that is running on the data directory, instead of refusing. */
  attach?: boolean;
  /** Called while the embedded server is on its way up. */
  whileStarting?: () => void;
  /** Called when the embedded server was lost and started again, and each time it could not be. */
  onRestart?: (event: RestartEvent) => void;
};

export type OpenOptions = LocateOptions & {
  /** Called for each statement that took longer than is usual. */
  onSlow?: SlowStatements['tell'];
  tracing?: Tracing | undefined;
};

/** Where each database is, starting the embedded server where one's own is not configured for all of them. */
export async function locateDatabases(
  config: Config,
  onStep: OnStep,
  options: LocateOptions = {},
): Promise<{
  identity: DatabaseLink | null;
  regions: Map<string, DatabaseLink>;
  isDown(): boolean;
  stop(): Promise<void>;
}> {
  const needsIdentity = config.services.has('auth');
  const needsRegions = config.services.has('gateway');
  const missing = [
    ...(needsIdentity && !config.identity.databaseUrl ? [identityPlan] : []),
    ...(needsRegions ? config.regions.filter((region) => !region.databaseUrl).map(regionPlan) : []),
  ];
  const embedded = missing.length > 0 ? await startEmbedded(config, missing, onStep, options) : null;
  const link = (plan: Planned, own: Partial<Region>): DatabaseLink => ({
    schema: plan.schema,
    address: own.databaseUrl ?? embedded?.as(plan.login, plan.database) ?? '',
    owner: own.ownerUrl ?? embedded?.as(plan.owner, plan.database) ?? '',
    worker: own.workerUrl ?? embedded?.as(plan.worker.name, plan.database) ?? '',
  });
  return {
    identity: needsIdentity ? link(identityPlan, config.identity) : null,
    regions: new Map(
      needsRegions ? config.regions.map((region) => [region.code, link(regionPlan(region), region)]) : [],
    ),
    isDown: () => embedded?.isDown() ?? false,
    stop: async () => embedded?.stop(),
  };
}

/** Brings every located database up to the newest migration, as its owner. */
export async function migrateAll(links: Iterable<DatabaseLink>): Promise<void> {
  // All are waited for: a server that is stopped under a running migration would hide what went wrong.
  const outcomes = await Promise.allSettled(
    [...links].map((link) => migrate(link.owner, link.schema, folders[link.schema])),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Locates, migrates and opens all databases that the configured services need.
 * @throws RoleCheckError when a login is one that row security does not hold
 */
export async function openProductDatabases(
  config: Config,
  onStep: OnStep,
  { onSlow, tracing, ...options }: OpenOptions = {},
): Promise<ProductDatabases> {
  const located = await locateDatabases(config, onStep, options);
  const opened: Database[] = [];
  const close = async () => {
    await Promise.all(opened.map((database) => database.close()));
    await located.stop();
  };
  const open = async ({ address, schema }: DatabaseLink, max = config.databasePool): Promise<Database> => {
    const slow =
      onSlow && config.slowStatementMs > 0 ? { fromMs: config.slowStatementMs, tell: onSlow } : null;
    const database = openDatabase({ address, max, tracing, ...(slow ? { slow } : {}) });
    opened.push(database);
    await checkRuntimeRole(database, schema);
    return database;
  };
  const openQueue = async ({ worker, schema }: DatabaseLink): Promise<Database> => {
    const queue = openDatabase({ address: worker, max: queueConnections, applicationName: 'stint jobs' });
    opened.push(queue);
    await checkWorkerRole(queue, schema);
    return queue;
  };
  const openRegion = async (link: DatabaseLink) => {
    const [database, queue] = await Promise.all([open(link), openQueue(link)]);
    return { database, queue };
  };
  try {
    const started = performance.now();
    await migrateAll([...(located.identity ? [located.identity] : []), ...located.regions.values()]);
    const [identity, identityQueue, signIn, regions] = await Promise.all([
      located.identity ? open(located.identity) : null,
      located.identity ? openQueue(located.identity) : null,
      located.identity ? open(located.identity, signInConnections) : null,
      Promise.all([...located.regions].map(async ([code, link]) => [code, await openRegion(link)] as const)),
    ]);
    onStep('Database schema', performance.now() - started);
    const nameOf = new Map(config.regions.map(({ code, name }) => [code, name]));
    return {
      identity,
      identityQueue,
      signIn,
      regions: new Map(
        regions.map(([code, databases]) => [code, { name: nameOf.get(code) ?? code, ...databases }]),
      ),
      pools: () => namedPools({ identity, signIn, identityQueue }, regions),
      trouble: () => (located.isDown() ? embeddedIsDown : null),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Opened = Record<string, Database | null>;

function namedPools(
  { identity = null, signIn = null, identityQueue = null }: Opened,
  regions: (readonly [string, { database: Database; queue: Database }])[],
): ReadonlyMap<string, Database['pool']> {
  const named: [string, Database | null][] = [
    ['identity', identity],
    ['identity sign-in', signIn],
    ['identity jobs', identityQueue],
    ...regions.flatMap(([code, { database, queue }]): [string, Database][] => [
      [code, database],
      [`${code} jobs`, queue],
    ]),
  ];
  return new Map(named.flatMap(([name, database]) => (database ? [[name, database.pool] as const] : [])));
}

async function startEmbedded(
  config: Config,
  plans: DatabasePlan[],
  onStep: OnStep,
  { attach = false, whileStarting, onRestart }: LocateOptions,
) {
  const dataDir = join(config.dataDir, 'postgres');
  const running = attach ? await findRunningServer(dataDir) : null;
  if (running) {
    const as = (user: string, database: string): DatabaseAddress => ({ ...running, user, database });
    return { as, isDown: () => false, stop: async () => {} };
  }
  const server = await startEmbeddedPostgres({
    dataDir,
    binaries: config.pgBinaries,
    onStep,
    whileStarting,
    onRestart,
  });
  const { host, port } = server.superuserConnection;
  const as = (user: string, database: string): DatabaseAddress => ({ host, port, user, database });
  try {
    await bootstrapOnce(
      config.dataDir,
      plans,
      (database) => as(server.superuserConnection.user, database),
      onStep,
    );
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { as, isDown: () => server.isDown, stop: () => server.stop() };
}

/** Roles and databases are made when the plan changed since the last start; the check costs one file read. */
async function bootstrapOnce(
  dataDir: string,
  plans: DatabasePlan[],
  connect: (database: string) => DatabaseAddress,
  onStep: OnStep,
): Promise<void> {
  const fingerprint = createHash('sha256').update(JSON.stringify(plans)).digest('hex');
  if ((await readPrivateFile(dataDir, 'databases')) === fingerprint) return;
  const started = performance.now();
  await bootstrapDatabases(connect, plans);
  await writePrivateFile(dataDir, 'databases', fingerprint);
  onStep('Roles and databases', performance.now() - started);
}
