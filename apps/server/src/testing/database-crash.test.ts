import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.fixture.ts';
import { prepareProduct } from './prepared-data.ts';
import {
  callProvider,
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  signUpPerson,
  type WorkspacePlace,
} from './product-person.ts';
import { cleanVariables, findFreePort, type ProductProcess, startProductProcess } from './product-process.ts';

const bootstrapTool = fileURLToPath(new URL('../tools/bootstrap.ts', import.meta.url));

const KILLS = 4;
const WRITERS = 4;
/** So many saves are acknowledged before each kill, and after it. */
const SAVES_BETWEEN = 15;
const FIRST_SUNDAY = '2026-01-04';
const RETRY_PAUSE_MS = 50;
/** Four recoveries of a server one after the other, on a machine that is busy with other tests as well. */
const RECOVERIES_MS = 300_000;

type Bench = {
  product: ProductProcess;
  workspace: WorkspacePlace;
  sessions: PersonSession[];
  teamMemberID: string;
  projectID: string;
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'database-crash-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

describe('the database dies under load, again and again', { timeout: RECOVERIES_MS }, () => {
  test('the embedded one by SIGKILL: the process stays, its server comes back, every acknowledged save is there', async () => {
    const product = await startProductProcess({ dataDir: await prepareProduct(join(folder, 'embedded')) });
    try {
      const bench = await prepare(product);
      await killUnderLoad(
        bench,
        [product],
        async () => void process.kill(await postmasterOf(product), 'SIGKILL'),
      );
      expect(await stopWell(product)).toBe(true);
    } finally {
      await product.kill();
    }
  });

  test('a password that was answered as wrong stays counted (security 2)', async () => {
    const product = await startProductProcess({ dataDir: await prepareProduct(join(folder, 'tries')) });
    try {
      const { email } = await signUpPerson(product, {
        email: 'eve@example.com',
        password: 'correct horse battery staple',
      });
      const { tenantId } = await product.access();
      const body = { emailOrUsername: email, password: 'wrong password 1' };
      const attempt = () => callProvider(product, 'POST', `tenants/${tenantId}/auth/basic`, { body });
      const statuses: number[] = [];
      while (statuses.at(-1) !== 429) {
        const { status } = await attempt();
        statuses.push(status);
        if (status === 503) await sleep(RETRY_PAUSE_MS);
        // Right after an answer: within a moment the database writes its log by itself.
        if (statuses.length === 9) process.kill(await postmasterOf(product), 'SIGKILL');
      }
      const answered = statuses.filter((status) => status === 400).length;
      const unheard = statuses.filter((status) => status === 503).length;
      // A try that was counted and not answered counts: nobody is told more than ten times, or has fewer than ten tries.
      expect([answered <= 10, answered + unheard >= 10, statuses.slice(0, 9)]).toEqual([
        true,
        true,
        Array(9).fill(400),
      ]);
    } finally {
      await product.kill();
    }
  });

  test('the embedded one cannot start again: nobody waits long, it is said why, and it heals when the cause is gone', async () => {
    const product = await startProductProcess({ dataDir: await prepareProduct(join(folder, 'unstartable')) });
    const files = join(product.dataDir, 'postgres', 'postgres', 'global');
    const ready = () => product.send({ method: 'GET', path: '/readyz' });
    try {
      expect((await ready()).status).toBe(200);
      await rename(files, `${files}.aside`);
      process.kill(await postmasterOf(product), 'SIGKILL');
      const why =
        'The embedded database ended and is started again until it comes up; the log says what it said.';
      await expect
        .poll(async () => (await ready()).json, { timeout: 60_000 })
        .toEqual({ status: 'not ready', reason: why });
      await expect
        .poll(() => product.output().stdout, { timeout: 60_000 })
        .toMatch(/"level":50[^\n]*could not open[^\n]*the embedded database does not start/);
      await rename(`${files}.aside`, files);
      await expect.poll(async () => (await ready()).status, { timeout: 60_000 }).toBe(200);
      expect(await stopWell(product)).toBe(true);
    } finally {
      await product.kill();
    }
  });

  test('a server of one’s own by an immediate stop, under three processes: all of them stay', async () => {
    const server = await startOwnPostgres();
    const processes: ProductProcess[] = [];
    try {
      for await (const product of threeProcesses(server)) processes.push(product);
      const bench = await prepare(processes[0] as ProductProcess);
      await killUnderLoad(bench, processes, () => server.stopImmediately());
      for (const product of processes.reverse()) expect(await stopWell(product)).toBe(true);
    } finally {
      await Promise.all(processes.map((product) => product.kill()));
      await server.stop();
    }
  });
});

/** What a failure is told with. */
const saidBy = (product: ProductProcess) => product.output().stderr.slice(-3000);

/** @returns true, or what it said where it did not end well */
async function stopWell(product: ProductProcess): Promise<true | string> {
  const { code } = await product.stop();
  return code === 0 || saidBy(product);
}

async function prepare(product: ProductProcess): Promise<Bench> {
  const person = await signUpPerson(product, {
    email: 'ada@example.com',
    password: 'correct horse battery staple',
  });
  const { workspace, session } = await createWorkspace(product, person.session, { name: 'Harbour Studio' });
  const sessions: PersonSession[] = [];
  for (let writer = 0; writer < WRITERS; writer++)
    sessions.push(await enterWorkspace(product, session, workspace));
  const [first] = sessions as [PersonSession];
  const ask = (method: string, path: string, body?: unknown) =>
    callWorkspace(product, first, workspace, { method, path, body });
  const member = await ask('GET', `/api/TeamMember/${first.userUuid}`);
  const [type] = (await ask('GET', '/api/ProjectTypeMaster')).json;
  const project = { projectName: 'Boat house', projectTypeID: type.projectTypeID };
  const { projectID } = (await ask('POST', '/api/Projects', project)).json;
  return { product, workspace, sessions, teamMemberID: member.json.id, projectID };
}

/** Saves go on without a pause, at each process in turn, while the database is killed; what was acknowledged is there in the end. */
async function killUnderLoad(
  bench: Bench,
  processes: ProductProcess[],
  killDatabase: () => Promise<void>,
): Promise<void> {
  const acknowledged = new Map<string, number>();
  let isOver = false;
  const writers = bench.sessions.map(async (session, writer) => {
    for (let turn = 0; !isOver; turn++) {
      const product = processes[(writer + turn) % processes.length] as ProductProcess;
      const cell = { timesheetID: newId(), minutes: 1 + (turn % 3) };
      const workDate = addDays(FIRST_SUNDAY, 7 * writer - (turn % 7));
      const body = {
        teamMemberID: bench.teamMemberID,
        weekEndDate: addDays(FIRST_SUNDAY, 7 * writer),
        upserts: [{ ...cell, projectID: bench.projectID, workDate }],
      };
      const call = { method: 'PUT', path: '/api/TimeSheet/SaveWeek', body };
      const answer = await callWorkspace(product, session, bench.workspace, call);
      if (answer.status === 200) acknowledged.set(cell.timesheetID, cell.minutes);
      else if (answer.status < 429) throw new Error(`a save was refused: ${answer.text}`);
      else await sleep(RETRY_PAUSE_MS);
    }
  });
  const load = Promise.all(writers);
  const until = async (count: number) => {
    while (acknowledged.size < count) {
      await Promise.race([load, sleep(RETRY_PAUSE_MS)]);
      for (const product of processes)
        expect(product.pids().includes(product.pid) || saidBy(product)).toBe(true);
    }
  };
  for (let kill = 0; kill < KILLS; kill++) {
    await until(acknowledged.size + SAVES_BETWEEN);
    await killDatabase();
  }
  await until(acknowledged.size + SAVES_BETWEEN);
  isOver = true;
  await load;
  for (const product of processes) {
    expect((await product.send({ method: 'GET', path: '/readyz' })).status).toBe(200);
    // The queue library may tell of a worker that it lost; nothing is lost without being caught.
    expect(product.output().stderr).not.toMatch(/unhandled|uncaught/i);
  }
  expect(await readMinutes(bench)).toMatchObject(Object.fromEntries(acknowledged));
}

async function readMinutes({ product, sessions, workspace, teamMemberID }: Bench) {
  const minutes: Record<string, number> = {};
  for (let writer = 0; writer < WRITERS; writer++) {
    const path = `/api/TimeSheet/GetByWeek/${teamMemberID}/${addDays(FIRST_SUNDAY, 7 * writer)}`;
    const sheet = await callWorkspace(product, sessions[0] as PersonSession, workspace, {
      method: 'GET',
      path,
    });
    for (const entry of sheet.json.entries) minutes[entry.timesheetID] = entry.minutes;
  }
  return minutes;
}

/** The first line of `postmaster.pid` (PostgreSQL, "Database File Layout"). */
async function postmasterOf({ dataDir }: ProductProcess): Promise<number> {
  const file = join(dataDir, 'postgres', 'postgres', 'postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n', 1)[0]);
}

/** The product and two gateways beside it, each given once the ones before it are there (docs/own-postgresql.md). */
async function* threeProcesses(server: OwnPostgres): AsyncGenerator<ProductProcess> {
  const gateway = {
    REGIONS: 'us=United States',
    GATEWAY_US_DATABASE_URL: server.url('us_login', 'time_us'),
    GATEWAY_US_DATABASE_OWNER_URL: server.url('us_owner', 'time_us'),
    GATEWAY_US_DATABASE_WORKER_URL: server.url('us_jobs', 'time_us'),
  };
  const identity = {
    IDENTITY_DATABASE_URL: server.url('id_login', 'identity'),
    IDENTITY_DATABASE_OWNER_URL: server.url('id_owner', 'identity'),
    IDENTITY_DATABASE_WORKER_URL: server.url('id_jobs', 'identity'),
  };
  await promisify(execFile)(process.execPath, [bootstrapTool, server.superuserUrl], {
    env: { ...cleanVariables(), ...gateway, ...identity },
  });
  const port = await findFreePort();
  const shared = {
    ...gateway,
    MAIN_DOMAIN: `stint.localhost:${port}`,
    AUTH_BASE_URL: `http://127.0.0.1:${port}/v0/`,
  };
  const first = await startProductProcess({
    dataDir: join(folder, 'first'),
    port,
    env: { ...shared, ...identity },
  });
  yield first;
  const { tenantId, adminKey } = await first.access();
  for (const name of ['second', 'third']) {
    yield await startProductProcess({
      dataDir: join(folder, name),
      env: { ...shared, SERVICES: 'gateway', AUTH_TENANT_ID: tenantId, AUTH_ADMIN_KEY: adminKey },
    });
  }
}
