import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signInConnections } from './auth/composition/connections.ts';
import type { Config, Region } from './config.ts';
import {
  type ArchiveEvent,
  type ArchiveKeeper,
  type ArchiveStatus,
  noteBreak,
} from './platform/archive/keeper.ts';
import { bootstrapDatabases, type DatabasePlan } from './platform/bootstrap.ts';
import type { DatabaseAddress } from './platform/connections.ts';
import { readPrivateFile, writePrivateFile } from './platform/data-directory.ts';
import { type Database, openDatabase, type SlowStatements } from './platform/database.ts';
import { explainRefusal } from './platform/database-refusal.ts';
import { wasArchiving } from './platform/embedded/archiving.ts';
import { findRunningServer } from './platform/embedded/running-server.ts';
import { type RestartEvent, startEmbeddedPostgres, type WhileWaiting } from './platform/embedded-postgres.ts';
import { migrate } from './platform/migrate.ts';
import { checkRuntimeRole, checkWorkerRole } from './platform/role-check.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { archivingOf, startKeeper } from './product-archive.ts';
import { type Intake, isAway, type TellRegion, takeUpLater } from './region-intake.ts';

/** Reports one named step of the start and how long it took. */
export type OnStep = (name: string, milliseconds: number) => void;

export type DatabaseLink = {
  schema: 'auth' | 'app';
  address: DatabaseAddress;
  owner: DatabaseAddress;
  /** Where jobs are claimed. */
  worker: DatabaseAddress;
  /** How the variables begin that name it; absent for the embedded server. */
  variables?: string;
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
  /** Begins to look after the archive of the embedded database, where there is one. */
  keepArchive(tell: (event: ArchiveEvent) => void): void;
  /** Null where nothing is archived. */
  archive(): ArchiveStatus | null;
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
/** What these connections are called: whoever has one to a region works on it. */
export const jobsApplication = 'stint jobs';

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

export type LocateOptions = WhileWaiting & {
  /** Use the embedded server of a product that is running on the data directory, instead of refusing. */
  attach?: boolean;
  /** Called when the embedded server was lost and started again, and each time it could not be. */
  onRestart?: (event: RestartEvent) => void;
};

export type OpenOptions = LocateOptions & {
  /** Called for each statement that took longer than is usual. */
  onSlow?: SlowStatements['tell'];
  tracing?: Tracing | undefined;
  /**
   * Hears of a region whose database is away, which is then taken up when it answers; without it all have to be there.
   */
  onRegion?: TellRegion;
  /** Called once the pools are open, while schemas and logins are looked at: what takes time and asks nothing costs none here. */
  whilePreparing?: (databases: ProductDatabases) => void;
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
  /** Null where the log is not archived, or by another process. */
  keepArchive(tell: (event: ArchiveEvent) => void): ArchiveKeeper | null;
  stop(): Promise<void>;
}> {
  const needsIdentity = config.services.has('auth');
  const needsRegions = config.services.has('gateway');
  const missing = embeddedPlans(config);
  const embedded = missing.length > 0 ? await startEmbedded(config, missing, onStep, options) : null;
  const link = (plan: Planned, own: Partial<Region>): DatabaseLink => ({
    schema: plan.schema,
    ...(own.databaseUrl ? { variables: own.code ? `GATEWAY_${own.code.toUpperCase()}` : 'IDENTITY' } : {}),
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
    keepArchive: (tell) => embedded?.keepArchive(tell) ?? null,
    stop: async () => embedded?.stop(),
  };
}

/** The databases that the embedded server holds in this configuration. */
export function embeddedPlans({ services, identity, regions }: Config): Planned[] {
  return [
    ...(services.has('auth') && !identity.databaseUrl ? [identityPlan] : []),
    ...(services.has('gateway') ? regions.filter(({ databaseUrl }) => !databaseUrl).map(regionPlan) : []),
  ];
}

/** Brings every located database up to the newest migration, as its owner. */
export async function migrateAll(links: Iterable<DatabaseLink>): Promise<void> {
  // All are waited for: a server that is stopped under a running migration would hide what went wrong.
  const outcomes = await Promise.allSettled([...links].map(migrateOne));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function migrateOne(link: DatabaseLink): Promise<void> {
  await asking(link, '_OWNER', () => migrate(link.owner, link.schema, folders[link.schema]));
}

const addressOf = { '': 'address', _OWNER: 'owner', _WORKER: 'worker' } as const;

/** What a server of one's own answers to one of its logins; a refusal says which variable to mend. */
async function asking<T>(
  link: DatabaseLink,
  login: keyof typeof addressOf,
  work: () => Promise<T>,
): Promise<T> {
  return work().catch((error: unknown) => {
    if (!link.variables) throw error;
    const variable = `${link.variables}_DATABASE${login}_URL`;
    throw explainRefusal(error, { variable, address: link[addressOf[login]] });
  });
}

/**
 * Locates, migrates and opens all databases that the configured services need.
 * @throws RoleCheckError when a login is one that row security does not hold
 */
export async function openProductDatabases(
  config: Config,
  onStep: OnStep,
  { onSlow, tracing, onRegion, whilePreparing, ...options }: OpenOptions = {},
): Promise<ProductDatabases> {
  const located = await locateDatabases(config, onStep, options);
  const opened: Database[] = [];
  const late: { stop(): Promise<void> }[] = [];
  let keeper: ArchiveKeeper | null = null;
  const close = async () => {
    await keeper?.stop();
    await Promise.all(late.map((region) => region.stop()));
    await Promise.all(opened.map((database) => database.close()));
    await located.stop();
  };
  const open = ({ address }: DatabaseLink, max = config.databasePool): Database => {
    const slow =
      onSlow && config.slowStatementMs > 0 ? { fromMs: config.slowStatementMs, tell: onSlow } : null;
    const database = openDatabase({ address, max, tracing, ...(slow ? { slow } : {}) });
    opened.push(database);
    return database;
  };
  const openQueue = ({ worker }: DatabaseLink): Database => {
    const queue = openDatabase({ address: worker, max: queueConnections, applicationName: jobsApplication });
    opened.push(queue);
    return queue;
  };
  const started = performance.now();
  const { identity: link } = located;
  const identity = link ? open(link) : null;
  const identityQueue = link ? openQueue(link) : null;
  const signIn = link ? open(link, signInConnections) : null;
  const nameOf = new Map(config.regions.map(({ code, name }) => [code, name]));
  const regions = [...located.regions].map(([code, ofRegion]) => ({
    code,
    name: nameOf.get(code) ?? code,
    link: ofRegion,
    database: open(ofRegion),
    queue: openQueue(ofRegion),
  }));
  // Making connections is most of the wait: they come up while the history of migrations is asked for.
  for (const { pool } of opened) void warm(pool);
  const prepareIdentity = async () => {
    if (!link || !identity || !identityQueue || !signIn) return;
    await migrateOne(link);
    await Promise.all([checkLogins(link, identity, identityQueue), checkLogin(link, signIn)]);
  };
  const prepareRegion = async (region: (typeof regions)[number]) => {
    await migrateOne(region.link);
    await checkLogins(region.link, region.database, region.queue);
  };
  const databases: ProductDatabases = {
    identity,
    identityQueue,
    signIn,
    regions: new Map(regions.map(({ code, name, database, queue }) => [code, { name, database, queue }])),
    pools: () => namedPools({ identity, signIn, identityQueue }, regions),
    trouble: () => (located.isDown() ? embeddedIsDown : null),
    keepArchive(tell) {
      keeper = located.keepArchive(tell);
    },
    archive: () => keeper?.status() ?? null,
    close,
  };
  try {
    const preparing = Promise.allSettled([prepareIdentity(), ...regions.map(prepareRegion)]);
    whilePreparing?.(databases);
    // All are waited for: a server that is stopped under a running migration would hide what went wrong.
    const [ofIdentity, ...ofRegions] = await preparing;
    if (ofIdentity.status === 'rejected') throw ofIdentity.reason;
    const failed = ofRegions.flatMap((outcome, index) => {
      const region = regions[index];
      return outcome.status === 'rejected' && region ? [{ region, error: outcome.reason as unknown }] : [];
    });
    for (const { region, error } of failed) {
      if (!onRegion || !isAway(error) || failed.length === regions.length) throw error;
      late.push(takeUpLater(intakeOf(region), error, onRegion));
    }
    onStep('Database schema', performance.now() - started);
    return databases;
  } catch (error) {
    await close();
    throw error;
  }
}

/** What keeps it from being made says itself to who uses it first. */
async function warm(pool: Database['pool']): Promise<void> {
  await pool.connect().then(
    (client) => client.release(),
    () => {},
  );
}

async function checkLogin(link: DatabaseLink, database: Database): Promise<void> {
  await asking(link, '', () => checkRuntimeRole(database, link.schema));
}

async function checkLogins(link: DatabaseLink, database: Database, queue: Database): Promise<void> {
  await Promise.all([
    checkLogin(link, database),
    asking(link, '_WORKER', () => checkWorkerRole(queue, link.schema)),
  ]);
}

/** Its own pools are held back, so its logins are looked at through others. */
function intakeOf({ link, ...region }: { link: DatabaseLink } & Omit<Intake, 'prepare'>): Intake {
  return {
    ...region,
    async prepare() {
      await migrateOne(link);
      const [database, queue] = [link.address, link.worker].map((address) =>
        openDatabase({ address, max: 1 }),
      ) as [Database, Database];
      try {
        await checkLogins(link, database, queue);
      } finally {
        await Promise.all([database.close(), queue.close()]);
      }
    },
  };
}

type Opened = Record<string, Database | null>;

function namedPools(
  { identity = null, signIn = null, identityQueue = null }: Opened,
  regions: { code: string; database: Database; queue: Database }[],
): ReadonlyMap<string, Database['pool']> {
  const named: [string, Database | null][] = [
    ['identity', identity],
    ['identity sign-in', signIn],
    ['identity jobs', identityQueue],
    ...regions.flatMap(({ code, database, queue }): [string, Database][] => [
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
  { attach = false, whileTrying, whileStarting, onRestart }: LocateOptions,
) {
  const dataDir = join(config.dataDir, 'postgres');
  const running = attach ? await findRunningServer(dataDir) : null;
  if (running) {
    const as = (user: string, database: string): DatabaseAddress => ({ ...running, user, database });
    return { as, isDown: () => false, keepArchive: () => null, stop: async () => {} };
  }
  const archiving = archivingOf(config);
  if (!archiving || !(await wasArchiving(join(dataDir, 'postgres')))) await noteBreak(dataDir);
  const server = await startEmbeddedPostgres({
    dataDir,
    binaries: config.pgBinaries,
    onStep,
    whileTrying,
    whileStarting,
    onRestart,
    archiving,
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
  return {
    as,
    isDown: () => server.isDown,
    keepArchive: (tell: (event: ArchiveEvent) => void) =>
      startKeeper(
        config,
        { connect: (database) => as(server.superuserConnection.user, database), databases: plans },
        tell,
      ),
    stop: () => server.stop(),
  };
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
