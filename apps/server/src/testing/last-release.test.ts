import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { findLastRelease, unpackRelease } from './last-release.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.fixture.ts';
import {
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  signUpPerson,
  type WorkspacePlace,
} from './product-person.ts';
import { findFreePort, type ProductProcess, spawnProduct, startProductProcess } from './product-process.ts';

const here = fileURLToPath(new URL('../..', import.meta.url));
const weekEndDate = '2026-03-08';

let folder: string;
let server: OwnPostgres;
let env: Record<string, string>;
/** `apps/server` of the release. */
let released: string;

beforeAll(async () => {
  released = join(await unpackRelease(await findLastRelease()), 'apps', 'server');
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'release-'));
  server = await startOwnPostgres();
  env = {
    MAIN_DOMAIN: `stint.localhost:${await findFreePort()}`,
    SERVICES: 'auth,gateway',
    REGIONS: 'us=United States',
    SECRET_KEY: randomBytes(48).toString('base64'),
    LIMITS_PER_ADDRESS: 'off',
    LOG_LEVEL: 'error',
    ...urls('IDENTITY', 'id', 'identity'),
    ...urls('GATEWAY_US', 'us', 'time_us'),
  };
}, 600_000);
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

function urls(prefix: string, name: string, database: string): Record<string, string> {
  return {
    [`${prefix}_DATABASE_URL`]: server.url(`${name}_login`, database),
    [`${prefix}_DATABASE_OWNER_URL`]: server.url(`${name}_owner`, database),
    [`${prefix}_DATABASE_WORKER_URL`]: server.url(`${name}_jobs`, database),
  };
}

/** `npm run db:bootstrap` of a version. */
function bootstrap(place: string) {
  return promisify(execFile)(process.execPath, [join(place, 'src/tools/bootstrap.ts'), server.superuserUrl], {
    env: { PATH: process.env.PATH, ...env },
  });
}

function start(place: string, name: string, more: Record<string, string> = {}): Promise<ProductProcess> {
  return startProductProcess({ dataDir: join(folder, name), ...command(place), env: { ...env, ...more } });
}

function command(place: string) {
  return { command: [join(place, 'src/main.ts')] };
}

/** Somebody at work in a workspace, whichever process serves them. */
type Desk = { session: PersonSession; workspace: WorkspacePlace; teamMemberID: string; projectID: string };

async function ask(product: ProductProcess, { session, workspace }: Desk, call: [string, string, unknown?]) {
  const [method, path, body] = call;
  const answer = await callWorkspace(product, session, workspace, { method, path, body });
  expect({ status: answer.status, text: answer.status < 300 ? '' : answer.text }).toEqual({
    status: expect.any(Number),
    text: '',
  });
  return answer.json;
}

async function save(product: ProductProcess, desk: Desk, workDate: string): Promise<string> {
  const timesheetID = newId();
  const upserts = [{ timesheetID, projectID: desk.projectID, workDate, minutes: 90 }];
  const body = { teamMemberID: desk.teamMemberID, weekEndDate, upserts };
  await ask(product, desk, ['PUT', '/api/TimeSheet/SaveWeek', body]);
  return timesheetID;
}

async function read(product: ProductProcess, desk: Desk): Promise<string[]> {
  const path = `/api/TimeSheet/GetByWeek/${desk.teamMemberID}/${weekEndDate}`;
  const { entries } = await ask(product, desk, ['GET', path]);
  return (entries as { timesheetID: string }[]).map(({ timesheetID }) => timesheetID).toSorted();
}

test('the last release and this version work beside each other on the newer schema, and back again', async () => {
  await bootstrap(released);
  const former = await start(released, 'former');
  const person = { email: 'ada@example.com', password: 'correct horse battery 9' };
  const { session } = await signUpPerson(former, person);
  const made = await createWorkspace(former, session, { name: 'Harbour Studio' });
  const inside = await enterWorkspace(former, made.session, made.workspace);
  const desk: Desk = { session: inside, workspace: made.workspace, teamMemberID: '', projectID: '' };
  desk.teamMemberID = (await ask(former, desk, ['GET', `/api/TeamMember/${inside.userUuid}`])).id;
  const [type] = await ask(former, desk, ['GET', '/api/ProjectTypeMaster']);
  const project = { projectName: 'Boat house', projectTypeID: type.projectTypeID };
  desk.projectID = (await ask(former, desk, ['POST', '/api/Projects', project])).projectID;
  const before = await save(former, desk, '2026-03-02');

  // The upgrade, as docs/upgrade.md has it.
  await bootstrap(here);
  const { adminKey } = await former.access();
  const newer = await start(here, 'newer', { AUTH_ADMIN_KEY: adminKey });
  expect(await read(newer, desk)).toEqual([before]);
  const byNewer = await save(newer, desk, '2026-03-03');
  const byFormer = await save(former, desk, '2026-03-04');
  const all = [before, byNewer, byFormer].toSorted();
  expect(await read(former, desk)).toEqual(all);
  // What the release before the feed of changes writes is taken for unchanged for up to a minute.
  await expect.poll(() => read(newer, desk), { timeout: 120_000, interval: 2000 }).toEqual(all);
  await enterWorkspace(newer, made.session, made.workspace);

  // And back: the former one starts anew on the newer schema.
  await newer.stop();
  await former.stop();
  const again = await spawnProduct({ dataDir: former.dataDir, ...command(released), env });
  try {
    // Not by `/readyz`: 0.1.0 takes a newer schema for a missing one.
    const isAlive = () =>
      again.send({ method: 'GET', path: '/healthz' }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(isAlive, { timeout: 240_000 }).toBe(200);
    expect(await read(again, desk)).toEqual(all);
    await save(again, desk, '2026-03-05');
  } finally {
    await again.kill();
  }
}, 600_000);

test('a clone without the history says what to do', async () => {
  const missing = { version: '0.0.1', commit: '0'.repeat(40) };
  await expect(unpackRelease(missing)).rejects.toThrow(
    /no commit 0{40} of release 0\.0\.1, .+ git fetch --unshallow/,
  );
});
