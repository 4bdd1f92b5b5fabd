import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../platform/ids.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.fixture.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.fixture.ts';
import {
  callProvider,
  callWorkspace,
  createWorkspace,
  enterWorkspace,
  type PersonSession,
  refresh,
  signUpPerson,
  type WorkspacePlace,
} from './product-person.ts';
import { cleanVariables, type ProductProcess, startProductProcess } from './product-process.ts';

const bootstrapTool = fileURLToPath(new URL('../tools/bootstrap.ts', import.meta.url));
const email = 'ada@example.com';
const password = 'correct horse battery staple';
const [monday, sunday] = ['2026-11-09', '2026-11-15'];
/** A round of calls takes seconds where nobody answers. Asked more often they would meet the limits for one session instead. */
const patiently = { timeout: 250_000, interval: 500 };

let folder: string;
let servers: [OwnPostgres, OwnPostgres];
/** Before the server of the identity database and of the region us, and before that of the region eu. */
let [proxy, proxyOfEu] = [] as unknown as [CutProxy, CutProxy];
let product: ProductProcess;
let session: PersonSession;
let atWorkspace: PersonSession;
let workspace: WorkspacePlace;
let workspaceInEu: WorkspacePlace;
let atWorkspaceInEu: PersonSession;
/** What is said while the region eu has not been there since the start. */
let startWithoutEu: object;
let teamMemberID: string;
let projectID: string;

beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'outage-'));
  await chmod(folder, 0o755);
  servers = await Promise.all([startOwnPostgres(), startOwnPostgres()]);
  [proxy, proxyOfEu] = await Promise.all([startProxy(servers[0]), startProxy(servers[1])]);
  const first = {
    ...urlsBehind(proxy, servers[0], { prefix: 'IDENTITY', user: 'id', database: 'identity' }),
    ...urlsBehind(proxy, servers[0], { prefix: 'GATEWAY_US', user: 'us', database: 'time_us' }),
  };
  const second = urlsBehind(proxyOfEu, servers[1], {
    prefix: 'GATEWAY_EU',
    user: 'eu',
    database: 'time_eu',
  });
  await bootstrap(servers[0], first);
  await bootstrap(servers[1], second);
  const env = { ...first, ...second };
  // Not even its migrations were applied: whoever takes it up does that first.
  await proxyOfEu.refuse();
  product = await startProductProcess({ dataDir: join(folder, 'product'), env });
  const person = await signUpPerson(product, { email, password });
  const inUs = await createWorkspace(product, person.session, { name: 'Harbour Studio' });
  ({ workspace, session } = inUs);
  atWorkspace = await enterWorkspace(product, session, workspace);
  teamMemberID = (await ask('GET', `/api/TeamMember/${atWorkspace.userUuid}`)).json.id;
  const [type] = (await ask('GET', '/api/ProjectTypeMaster')).json;
  const project = { projectName: 'Boat house', projectTypeID: type.projectTypeID };
  projectID = (await ask('POST', '/api/Projects', project)).json.projectID;
  const { status, headers, json } = await makeInEu();
  const ready = await product.send({ method: 'GET', path: '/readyz' });
  startWithoutEu = { status, comesAgain: headers['retry-after'], message: json?.message, ready: ready.json };
  await proxyOfEu.mend();
  const made = () => createWorkspace(product, session, { name: 'Hafen', regionCode: 'eu' });
  const inEu = await vi.waitFor(made, patiently);
  session = inEu.session;
  workspaceInEu = inEu.workspace;
  atWorkspaceInEu = await enterWorkspace(product, session, workspaceInEu);
}, 300_000);

afterAll(async () => {
  await product?.kill();
  await Promise.all([proxy?.close(), proxyOfEu?.close()]);
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

function startProxy({ superuserUrl }: OwnPostgres): Promise<CutProxy> {
  const { hostname, port } = new URL(superuserUrl);
  return startCutProxy({ host: hostname, port: Number(port) });
}

/** The addresses of a database behind its proxy, as variables. */
function urlsBehind(
  { port }: CutProxy,
  server: OwnPostgres,
  { prefix, user, database }: { prefix: string; user: string; database: string },
): Record<string, string> {
  const { host } = new URL(server.superuserUrl);
  const url = (role: string) => server.url(`${user}_${role}`, database).replace(host, `127.0.0.1:${port}`);
  return {
    [`${prefix}_DATABASE_URL`]: url('login'),
    [`${prefix}_DATABASE_OWNER_URL`]: url('owner'),
    [`${prefix}_DATABASE_WORKER_URL`]: url('jobs'),
  };
}

async function bootstrap(server: OwnPostgres, env: Record<string, string>): Promise<void> {
  await promisify(execFile)(process.execPath, [bootstrapTool, server.superuserUrl], {
    env: { ...cleanVariables(), ...env },
  });
}

const ask = (method: string, path: string, body?: unknown) =>
  callWorkspace(product, atWorkspace, workspace, { method, path, body });

const makeInEu = () =>
  product.send({
    method: 'POST',
    path: '/api/Workspaces',
    headers: { origin: `http://${session.host}`, authorization: `Bearer ${session.accessToken}` },
    body: { name: 'Hafen', regionCode: 'eu' },
  });

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

/** The tests may take longer than a token lives. Who is told to come again does, as our library does. */
const fresh = async () => {
  session = await vi.waitFor(() => refresh(product, session), patiently);
  atWorkspaceInEu = await vi.waitFor(() => refresh(product, atWorkspaceInEu), patiently);
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

test('a start goes on without a region whose server is away, says which, and takes it up, migrations included, when it answers', () => {
  expect(startWithoutEu).toEqual({
    status: 503,
    comesAgain: '2',
    message:
      'The data region European Union does not answer. Workspaces of other regions work. Please try again in a moment.',
    ready: { status: 'ready', away: ['European Union'] },
  });
  const told = product.output().stdout;
  expect(told).toMatch(
    /The server at 127\.0\.0\.1:\d+ does not answer, or takes nothing on: look at it, or mend GATEWAY_EU_DATABASE_OWNER_URL \(ECONNREFUSED\)[^\n]*"region":"eu"/,
  );
  expect(told).toMatch(/"region":"eu"[^\n]*a data region that was away was taken up/);
  expect(told).not.toMatch(/the queue could not be worked on[^\n]*HeldBack/);
});

describe('while the databases are away everything says when to come again, and works by itself once they are back', () => {
  test.each([
    ['they refuse', () => proxy.refuse()],
    ['they are behind a black hole', async () => proxy.swallow()],
  ])(
    '%s',
    async (_name, goAway) => {
      await fresh();
      await expect.poll(outcomes, patiently).toEqual(allAre(200));
      onTestFinished(() => proxy.mend());
      await goAway();
      // What is remembered for moments is given up first.
      await expect.poll(outcomes, patiently).toEqual(allAre(503, 'unavailable'));
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
      await expect.poll(outcomes, patiently).toEqual(allAre(200));
      expect(product.output().stderr).not.toMatch(/unhandled|uncaught/i);
    },
    900_000,
  );
});

test.each([
  ['it refuses', () => proxyOfEu.refuse()],
  ['it is behind a black hole', async () => proxyOfEu.swallow()],
])(
  'while the server of one region is away, the other region and signing in go on, and the refusal says which one is away: %s',
  async (_name, goAway) => {
    const askInEu = async () => {
      const { status, headers, json } = await callWorkspace(product, atWorkspaceInEu, workspaceInEu, {
        method: 'GET',
        path: '/api/ProjectTypeMaster',
      });
      return [status, headers['retry-after'] !== undefined, json?.message];
    };
    const isReady = async () => (await product.send({ method: 'GET', path: '/readyz' })).status;
    await fresh();
    await expect.poll(outcomes, patiently).toEqual(allAre(200));
    await expect.poll(async () => (await askInEu()).at(0), patiently).toBe(200);
    onTestFinished(() => proxyOfEu.mend());
    await goAway();
    const refusal =
      'The data region European Union does not answer. Workspaces of other regions work. Please try again in a moment.';
    await expect.poll(askInEu, patiently).toEqual([503, true, refusal]);
    await expect.poll(outcomes, patiently).toEqual(allAre(200));
    await expect.poll(isReady, patiently).toBe(200);
    const { json } = await calls['list workspaces']();
    expect(json.map(({ name, regionCode }: Listed) => [name, regionCode])).toEqual([
      ['Hafen', 'eu'],
      ['Harbour Studio', 'us'],
    ]);
    await enterWorkspace(product, session, workspaceInEu);
    await proxyOfEu.mend();
    await expect.poll(async () => (await askInEu()).at(0), patiently).toBe(200);
  },
  900_000,
);

type Listed = { name: string; regionCode: string };
