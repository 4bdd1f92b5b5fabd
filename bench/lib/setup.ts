import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findRunningServer } from '../../apps/server/src/platform/embedded/running-server.ts';
import {
  callProvider,
  enterWorkspace,
  type Person,
  type PersonSession,
  refresh,
  signIn,
  signUpPerson,
  type WorkspacePlace,
} from '../../apps/server/src/testing/product-person.ts';
import { type ProductProcess, startProductProcess } from '../../apps/server/src/testing/product-process.ts';
import { fillSet, type SetName } from '../../apps/server/src/tools/sample/sets.ts';
import { ensureServerBuilt, SERVER_COMMAND, SERVER_ENVIRONMENT } from '../../scripts/lib/server-build.mjs';
import { type BenchSet, newestSchema, packKept, readKept, vacuum, writeKept } from './kept-set.ts';

/** The newest week of the data set. */
export const newestWeekEnd = '2026-11-15';
export const weeksOfData = 52;

/** Half the life of an access token. */
const tokensGetOldMs = 5 * 60_000;

export type SeatedPerson = Person & { memberId: string; seats: PersonSession[] };

/** The product with the reference workspace, and everybody in it signed in. */
export type BenchProduct = Omit<BenchSet, 'people'> & {
  product: ProductProcess;
  /** Of the database alone: what is compared with the product does not pay for what that does of itself. */
  databasePid: number;
  people: SeatedPerson[];
  /** A connection to a database of the product's server as one of its roles. */
  address(user: string, database: string): { host: string; port: number; user: string; database: string };
  /**
   * Fresh access tokens for everybody once those that they have are getting old; between two pieces of work of what takes
   * longer than such a token lives.
   * @returns whether there are new ones
   */
  renew(): Promise<boolean>;
  /** What the product's own log says went wrong. */
  problems(): Promise<string>;
  stop(): Promise<void>;
};

/** Which of the data sets; entries and workspaces in the whole table, for the wide one. */
export type BenchData = { set: SetName; entries?: number; workspaces?: number };

export type BenchSize = {
  people: number;
  /** The reference workspace alone where absent. */
  data?: BenchData;
  /** Sessions of each person in the workspace: API limits count per session. */
  seats: number;
  /** On top of what every benchmark sets. */
  env?: Record<string, string>;
  /** Where the set stays, and is taken from the next time; a throwaway folder where absent. */
  keptIn?: string | undefined;
};

/** Starts a product of its own on a filled folder; what it says about limits per address is switched off. */
export async function startBenchProduct(size: BenchSize): Promise<BenchProduct> {
  await ensureServerBuilt();
  const kept = size.keptIn === undefined ? null : await readKept(size.keptIn);
  const dataDir = size.keptIn ?? (await mkdtemp(join(tmpdir(), 'stint-bench-')));
  const logFile = join(dataDir, 'product.log');
  const product = await startProductProcess({
    dataDir,
    logFile,
    // The build with the flags of `npm start`: what people run is what is measured.
    command: SERVER_COMMAND,
    env: { ...SERVER_ENVIRONMENT, REGIONS: 'us=United States', LIMITS_PER_ADDRESS: 'off', ...size.env },
  });
  const stop = async () => {
    await product.stop();
    if (size.keptIn === undefined)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    const server = await findRunningServer(join(product.dataDir, 'postgres'));
    if (!server) throw new Error('the embedded server is not there');
    const { pid: databasePid, ...place } = server;
    const address = (user: string, database: string) => ({ ...place, user, database });
    const owner = address('stint_us_owner', 'stint_us');
    const isOlder = kept !== null && kept.schema !== newestSchema;
    if (isOlder) await packKept(owner, address('stint_us_login', 'stint_us'));
    const set = kept ? { ...kept, schema: newestSchema } : await makeSet(product, owner, size);
    if (size.keptIn !== undefined && (isOlder || !kept)) await writeKept(size.keptIn, set);
    const people: SeatedPerson[] = [];
    for (const person of set.people)
      people.push(await seat(product, set.workspace, { ...person, seats: size.seats }));
    let renewedAt = performance.now();
    return {
      ...set,
      product,
      databasePid,
      people,
      address,
      renew: async () => {
        if (performance.now() - renewedAt < tokensGetOldMs) return false;
        renewedAt = performance.now();
        for (const { seats } of people)
          for (const session of seats) Object.assign(session, await refresh(product, session));
        return true;
      },
      problems: () => errorLines(logFile),
      stop,
    };
  } catch (error) {
    process.stderr.write(await errorLines(logFile));
    await stop();
    throw error;
  }
}

/** The rows, and people of the reference workspace who can sign in. */
async function makeSet(
  product: ProductProcess,
  owner: { host: string; port: number; user: string; database: string },
  size: BenchSize,
): Promise<BenchSet> {
  const { set, ...wide }: BenchData = size.data ?? { set: 'reference' };
  const options = { seed: 'bench', regionCode: 'us', until: newestWeekEnd, entries: 0, ...wide };
  const { workspace: sample, ...rows } = await fillSet(owner, set, options);
  const workspace = await connectWorkspace(product, sample.publicId, owner);
  const people: BenchSet['people'] = [];
  for (const member of sample.members.slice(0, size.people))
    people.push(await admit(product, workspace, owner, member));
  await vacuum(owner);
  const projectIds = sample.projects.map(({ id }) => id);
  return { workspace, tenantId: sample.tenantId, projectIds, rows, schema: newestSchema, people };
}

/** What the product's own log says went wrong. */
async function errorLines(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).split('\n').filter((line) => /"level":[56]0/.test(line));
  return `${lines.slice(-3).join('\n')}\n`;
}

export async function query(
  address: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Gives the provider a tenant for the workspace of the data set, which then takes over its public id. */
async function connectWorkspace(
  product: ProductProcess,
  samplePublicId: string,
  owner: pg.ClientConfig,
): Promise<WorkspacePlace> {
  const { adminKey } = await product.access();
  const answer = await callProvider(product, 'POST', 'tenants', {
    bearer: adminKey,
    body: { name: 'Reference', data: { tenantNameSlug: 'reference' }, regionCode: 'us', signup: 'invited' },
  });
  const tenantID = answer.json?.tenantId;
  if (!tenantID) throw new Error(`no tenant: ${answer.text}`);
  const slug = answer.json.slug ?? 'reference';
  for (const table of ['app.tenant', 'app.workspace_directory']) {
    await query(owner, `update ${table} set public_id = $1, slug = $2 where public_id = $3`, [
      tenantID,
      slug,
      samplePublicId,
    ]);
  }
  return { tenantID, slug, regionCode: 'us' };
}

/** Signs a person up and makes them the member of the data set. */
async function admit(
  product: ProductProcess,
  workspace: WorkspacePlace,
  owner: pg.ClientConfig,
  { id, role, email }: { id: string; role: string; email: string },
): Promise<BenchSet['people'][number]> {
  const { adminKey } = await product.access();
  const password = `a long enough password of ${email.length}`;
  const { session } = await signUpPerson(product, { email, password, name: 'Bench Person' });
  const path = `tenants/${workspace.tenantID}/users/${session.userUuid}/roles`;
  const given = await callProvider(product, 'PUT', path, { bearer: adminKey, body: { roles: [role] } });
  if (given.status !== 200) throw new Error(`no membership: ${given.text}`);
  await query(owner, 'update app.team_member set user_id = $1 where id = $2', [session.userUuid, id]);
  return { email, password, memberId: id };
}

/** Signs a person in and opens their sessions in the workspace. */
async function seat(
  product: ProductProcess,
  workspace: WorkspacePlace,
  { seats, ...person }: BenchSet['people'][number] & { seats: number },
): Promise<SeatedPerson> {
  const session = await signIn(product, person);
  const opened: PersonSession[] = [];
  for (let at = 0; at < seats; at++) opened.push(await enterWorkspace(product, session, workspace));
  return { ...person, session, seats: opened };
}
