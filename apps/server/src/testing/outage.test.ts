import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.fixture.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.fixture.ts';
import {
  callProvider,
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  signUpPerson,
  type WorkspacePlace,
} from './product-person.ts';
import { type ProductProcess, startProductProcess } from './product-process.ts';

const bootstrapTool = fileURLToPath(new URL('../tools/bootstrap.ts', import.meta.url));
const email = 'ada@example.com';
const password = 'correct horse battery staple';
const [monday, sunday] = ['2026-11-09', '2026-11-15'];

let folder: string;
let server: OwnPostgres;
let proxy: CutProxy;
let product: ProductProcess;
let session: PersonSession;
let atWorkspace: PersonSession;
let workspace: WorkspacePlace;
let teamMemberID: string;
let projectID: string;

beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'outage-'));
  await chmod(folder, 0o755);
  server = await startOwnPostgres();
  const { hostname, port } = new URL(server.superuserUrl);
  proxy = await startCutProxy({ host: hostname, port: Number(port) });
  const url = (user: string, database: string) =>
    server.url(user, database).replace(`${hostname}:${port}`, `127.0.0.1:${proxy.port}`);
  const env = {
    REGIONS: 'us=United States',
    IDENTITY_DATABASE_URL: url('id_login', 'identity'),
    IDENTITY_DATABASE_OWNER_URL: url('id_owner', 'identity'),
    IDENTITY_DATABASE_WORKER_URL: url('id_jobs', 'identity'),
    GATEWAY_US_DATABASE_URL: url('us_login', 'time_us'),
    GATEWAY_US_DATABASE_OWNER_URL: url('us_owner', 'time_us'),
    GATEWAY_US_DATABASE_WORKER_URL: url('us_jobs', 'time_us'),
  };
  await promisify(execFile)(process.execPath, [bootstrapTool, server.superuserUrl], {
    env: { PATH: process.env.PATH, ...env },
  });
  product = await startProductProcess({ dataDir: join(folder, 'product'), env });
  const person = await signUpPerson(product, { email, password });
  const made = await createWorkspace(product, person.session, { name: 'Harbour Studio' });
  ({ workspace, session } = made);
  atWorkspace = await enterWorkspace(product, session, workspace);
  teamMemberID = (await ask('GET', `/api/TeamMember/${atWorkspace.userUuid}`)).json.id;
  const [type] = (await ask('GET', '/api/ProjectTypeMaster')).json;
  const project = { projectName: 'Boat house', projectTypeID: type.projectTypeID };
  projectID = (await ask('POST', '/api/Projects', project)).json.projectID;
}, 300_000);

afterAll(async () => {
  await product?.kill();
  await proxy?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

const ask = (method: string, path: string, body?: unknown) =>
  callWorkspace(product, atWorkspace, workspace, { method, path, body });

/** What a person and their page do, on both services and every way to a database. */
const calls = {
  'sign in': async () =>
    callProvider(product, 'POST', `tenants/${(await product.access()).tenantId}/auth/basic`, {
      body: { emailOrUsername: email, password },
    }),
  refresh: async () => {
    const { host, refreshToken } = atWorkspace;
    const answer = await callProvider(product, 'GET', 'auth/refresh', { host, bearer: refreshToken });
    if (answer.status === 200) {
      const { access, refresh } = answer.json.tokens;
      atWorkspace = { ...atWorkspace, accessToken: access.value, refreshToken: refresh.value };
    }
    return answer;
  },
  'read the own sessions': () =>
    callProvider(product, 'GET', 'self/sessions', { bearer: session.accessToken }),
  'list workspaces': () =>
    product.send({
      method: 'GET',
      path: '/api/Workspaces',
      headers: { origin: `http://${session.host}`, authorization: `Bearer ${session.accessToken}` },
    }),
  'read a week': () => ask('GET', `/api/TimeSheet/GetByWeek/${teamMemberID}/${sunday}`),
  'save a week': () =>
    ask('PUT', '/api/TimeSheet/SaveWeek', {
      teamMemberID,
      weekEndDate: sunday,
      upserts: [{ timesheetID: newId(), minutes: 15, projectID, workDate: monday }],
    }),
};

const outcomes = async () => {
  const asked = Object.entries(calls).map(async ([name, call]) => {
    const { status, headers, json } = await call();
    return [name, status, headers['retry-after'] !== undefined, json?.error?.type];
  });
  return Promise.all(asked);
};
const allAre = (status: number, type?: string) =>
  Object.keys(calls).map((name) => [name, status, status === 503, type]);

describe('while the databases are away everything says when to come again, and works by itself once they are back', () => {
  test.each([
    ['they refuse', () => proxy.refuse()],
    ['they are behind a black hole', async () => proxy.swallow()],
  ])(
    '%s',
    async (_name, goAway) => {
      await expect.poll(outcomes, { timeout: 150_000 }).toEqual(allAre(200));
      await goAway();
      // What is remembered for moments is given up first.
      await expect.poll(outcomes, { timeout: 150_000 }).toEqual(allAre(503, 'unavailable'));
      expect((await product.send({ method: 'GET', path: '/readyz' })).status).toBe(503);
      expect((await product.send({ method: 'GET', path: '/healthz' })).status).toBe(200);
      const page = await product.send({
        method: 'GET',
        path: '/time',
        host: `never-asked-for-${newId().slice(-6)}.${product.mainDomain}`,
        headers: { accept: 'text/html' },
      });
      expect([page.status, page.headers['retry-after'], page.text.includes('<!doctype html>')]).toEqual([
        503,
        '2',
        true,
      ]);
      await proxy.mend();
      await expect.poll(outcomes, { timeout: 150_000 }).toEqual(allAre(200));
      expect(product.output().stderr).not.toMatch(/unhandled|uncaught/i);
    },
    600_000,
  );
});
