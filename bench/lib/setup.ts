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
import { withCopier } from '../../apps/server/src/tools/sample/copy.ts';
import { fillSet, type SetName } from '../../apps/server/src/tools/sample/sets.ts';
import { ensureServerBuilt, SERVER_COMMAND, SERVER_ENVIRONMENT } from '../../scripts/lib/server-build.mjs';

/** The newest week of the data set. */
export const newestWeekEnd = '2026-11-15';
export const weeksOfData = 52;

/** Half the life of an access token. */
const tokensGetOldMs = 5 * 60_000;

export type SeatedPerson = Person & { memberId: string; seats: PersonSession[] };

/** The product with the reference workspace, and everybody in it signed in. */
export type BenchProduct = {
  product: ProductProcess;
  workspace: WorkspacePlace;
  /** Internal id of the workspace. */
  tenantId: string;
  people: SeatedPerson[];
  projectIds: string[];
  /** What the gateway's database was filled with. */
  rows: { workspaces: number; entries: number };
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

/** Which of the data sets; `entries` in the whole table, for the wide one. */
export type BenchData = { set: SetName; entries?: number };

export type BenchSize = {
  people: number;
  /** The reference workspace alone where absent. */
  data?: BenchData;
  /** Sessions of each person in the workspace: API limits count per session. */
  seats: number;
  /** On top of what every benchmark sets. */
  env?: Record<string, string>;
};

/** Starts a product of its own on a throwaway folder and fills it; what it says about limits per address is switched off. */
export async function startBenchProduct(size: BenchSize): Promise<BenchProduct> {
  await ensureServerBuilt();
  const dataDir = await mkdtemp(join(tmpdir(), 'stint-bench-'));
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
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    const server = await findRunningServer(join(product.dataDir, 'postgres'));
    if (!server) throw new Error('the embedded server is not there');
    const address = (user: string, database: string) => ({ ...server, user, database });
    const owner = address('stint_us_owner', 'stint_us');
    const { set, entries = 0 }: BenchData = size.data ?? { set: 'reference' };
    const { workspace: sample, ...rows } = await withCopier(owner, (copier) =>
      fillSet(copier, set, { seed: 'bench', regionCode: 'us', until: newestWeekEnd, entries }),
    );
    const workspace = await connectWorkspace(product, sample.publicId, owner);
    const members = sample.members.slice(0, size.people);
    const people: SeatedPerson[] = [];
    for (const member of members)
      people.push(await seat(product, workspace, owner, { ...member, seats: size.seats }));
    // As autovacuum leaves a table that has been there for a while: indexes alone answer what they hold.
    await query(owner, 'vacuum (analyze)');
    let renewedAt = performance.now();
    return {
      product,
      workspace,
      tenantId: sample.tenantId,
      people,
      projectIds: sample.projects.map(({ id }) => id),
      rows,
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

/** Signs a person up, makes them the member of the data set, and opens their sessions in the workspace. */
async function seat(
  product: ProductProcess,
  workspace: WorkspacePlace,
  owner: pg.ClientConfig,
  member: { id: string; role: string; email: string; seats: number },
): Promise<SeatedPerson> {
  const { adminKey } = await product.access();
  const person = await signUpPerson(product, {
    email: member.email,
    password: `a long enough password of ${member.email.length}`,
    name: 'Bench Person',
  });
  const { userUuid } = person.session;
  const path = `tenants/${workspace.tenantID}/users/${userUuid}/roles`;
  const given = await callProvider(product, 'PUT', path, {
    bearer: adminKey,
    body: { roles: [member.role] },
  });
  if (given.status !== 200) throw new Error(`no membership: ${given.text}`);
  await query(owner, 'update app.team_member set user_id = $1 where id = $2', [userUuid, member.id]);
  // New roles void the tokens of before.
  const session = await signIn(product, person);
  const opened: PersonSession[] = [];
  for (let at = 0; at < member.seats; at++) opened.push(await enterWorkspace(product, session, workspace));
  return { ...person, session, memberId: member.id, seats: opened };
}
