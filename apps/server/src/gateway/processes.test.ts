import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { sql } from '../platform/sql.ts';
import {
  type Answer,
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
  toAnswer,
} from '../testing/gateway-harness.ts';
import { bucketSizes } from './access/limit.ts';
import { cacheAges } from './shared/cache-ages.ts';

/** Two processes on one database: changes are made in the first and have to act in the second, whose caches are warm. */
let gateway: GatewayHarness;
let peer: { app: FastifyInstance; close(): Promise<void> };
let workspace: TestWorkspace;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  peer = await gateway.startPeer();
  workspace = await gateway.addWorkspace();
});
afterAll(async () => {
  await peer?.close();
  await gateway?.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Options = { as: TestMember; body?: unknown; key?: string };

/** A call to one of the two processes. */
async function callAt(
  app: FastifyInstance,
  method: Method,
  path: string,
  { as, body, key }: Options,
): Promise<Answer> {
  const headers = {
    ...(await gateway.headersOf(as)),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const payload = body === undefined ? {} : { payload: body as object };
  return toAnswer(await app.inject({ method, url: `/api/${path}`, headers, ...payload }));
}

const first = (method: Method, path: string, options: Options) => callAt(gateway.app, method, path, options);
const second = (method: Method, path: string, options: Options) => callAt(peer.app, method, path, options);

/** The longest that another process may be behind. */
const wait = () => gateway.clock.move(5001);

const project = () => ({ projectName: `Pier ${newId()}` });

describe('what a process keeps for itself is at most 5 s old', () => {
  test.each(Object.entries(cacheAges))('%s', (_name, age) => {
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThanOrEqual(5000);
  });
});

describe('a change in one process acts in the other within 5 s', () => {
  test('a role that was lowered', async () => {
    const editor = await gateway.addMember(workspace, { role: 'editor' });
    expect((await second('POST', 'Projects', { as: editor, body: project() })).status).toBe(201);
    const { body } = await first('GET', `TeamMember/${editor.teamMemberID}`, { as: workspace.owner });
    const lowered = await first('PUT', `TeamMember/${editor.teamMemberID}`, {
      as: workspace.owner,
      body: { role: 'member', version: body.version },
    });
    expect(lowered.status).toBe(200);
    wait();
    // The token that was given before still says editor; the copy is newer.
    const issuedBefore = new Date(gateway.clock.now().getTime() - 60_000);
    const headers = await gateway.headersOf(editor, { iat: Math.floor(issuedBefore.getTime() / 1000) });
    const refused = await peer.app.inject({
      method: 'POST',
      url: '/api/Projects',
      headers,
      payload: project(),
    });
    expect(refused.statusCode).toBe(403);
  });

  test('a flag that was taken away', async () => {
    const member = await gateway.addMember(workspace, { createEditProjects: true });
    expect((await second('POST', 'Projects', { as: member, body: project() })).status).toBe(201);
    const path = `TeamMember/${member.teamMemberID}`;
    const { version } = (await first('GET', path, { as: workspace.owner })).body;
    const body = { createEditProjects: false, version };
    expect((await first('PUT', path, { as: workspace.owner, body })).status).toBe(200);
    wait();
    expect((await second('POST', 'Projects', { as: member, body: project() })).status).toBe(403);
  });

  test('a member who was archived', async () => {
    const member = await gateway.addMember(workspace);
    expect((await second('GET', 'Workspace', { as: member })).status).toBe(200);
    const gone = await first('DELETE', `TeamMember/${member.teamMemberID}`, { as: workspace.owner });
    expect(gone.status).toBe(200);
    wait();
    expect((await second('GET', 'Workspace', { as: member })).status).toBe(403);
  });

  test('a logout', async () => {
    const member = await gateway.addMember(workspace);
    expect((await second('GET', 'Workspace', { as: member })).status).toBe(200);
    const { sessionid } = await gateway.headersOf(member);
    gateway.provider.endSession(String(sessionid));
    wait();
    const refused = await second('GET', 'Workspace', { as: member });
    expect([refused.status, refused.text]).toEqual([401, 'Please re-login.']);
  });

  test('rights that the provider raised void older tokens', async () => {
    const member = await gateway.addMember(workspace);
    expect((await second('GET', 'Workspace', { as: member })).status).toBe(200);
    gateway.provider.raiseVersion(member.userUuid, 2);
    wait();
    expect((await second('GET', 'Workspace', { as: member })).status).toBe(401);
  });

  test('settings', async () => {
    const editor = await gateway.addMember(workspace, { role: 'editor' });
    expect((await second('GET', 'Rates', { as: editor })).status).toBe(403);
    const { version } = (await first('GET', 'Workspace/Settings', { as: workspace.owner })).body;
    const body = { editorsSeeBillRates: true, version };
    expect((await first('PUT', 'Workspace/Settings', { as: workspace.owner, body })).status).toBe(200);
    wait();
    expect((await second('GET', 'Rates', { as: editor })).status).toBe(200);
  });

  test('a subscription that ended', async () => {
    const own = await gateway.addWorkspace();
    expect((await second('POST', 'Projects', { as: own.owner, body: project() })).status).toBe(201);
    for (const event of ['pay', 'end']) {
      const done = await first('POST', 'Subscription/Simulate', { as: own.owner, body: { event } });
      expect(done.status).toBe(200);
    }
    wait();
    expect((await second('POST', 'Projects', { as: own.owner, body: project() })).status).toBe(402);
    expect((await second('GET', 'Projects', { as: own.owner })).status).toBe(200);
  });

  test('a workspace that was archived', async () => {
    const own = await gateway.addWorkspace();
    expect((await second('GET', 'Workspace', { as: own.owner })).status).toBe(200);
    gateway.provider.respond = () => ({});
    const path = `Workspaces/${own.publicId}/Archive`;
    const archived = await first('POST', path, { as: own.owner });
    gateway.provider.respond = null;
    expect([archived.status, archived.text]).toEqual([200, expect.any(String)]);
    wait();
    expect((await second('GET', 'Workspace', { as: own.owner })).status).toBe(410);
  });
});

describe('an Idempotency-Key is known in every process (security 14)', () => {
  let projectID: string;
  beforeAll(async () => {
    projectID = (await first('POST', 'Projects', { as: workspace.owner, body: project() })).body.projectID;
  });

  const entry = (minutes: number) => ({ projectID, workDate: '2026-03-02', minutes });
  const countOf = async (minutes: number) =>
    gateway
      .owner(workspace)
      .one<{ number: number }>(
        sql`select count(*) as number from app.timesheet_entry where tenant_id = ${workspace.tenantId} and minutes = ${minutes}`,
      )
      .then(({ number }) => number);

  test('after the first is done: the same entry is answered, none is added', async () => {
    const options = { as: workspace.owner, body: entry(11), key: newId() };
    const made = await first('POST', 'TimeSheet', options);
    const again = await second('POST', 'TimeSheet', options);
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(made.body);
    expect(await countOf(11)).toBe(1);
  });

  test('while the first is at work: one of them does it, both are answered', async () => {
    const options = { as: workspace.owner, body: entry(12), key: newId() };
    const answers = await Promise.all([
      first('POST', 'TimeSheet', options),
      second('POST', 'TimeSheet', options),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await countOf(12)).toBe(1);
  });

  test('with another body it is refused', async () => {
    const key = newId();
    await first('POST', 'TimeSheet', { as: workspace.owner, body: entry(13), key });
    const other = await second('POST', 'TimeSheet', { as: workspace.owner, body: entry(14), key });
    expect(other.status).toBe(422);
    expect(await countOf(14)).toBe(0);
  });
});

describe('two people in two processes', () => {
  test('change one entry from the same version: one is taken, the other gets the current row', async () => {
    const { projectID } = (await first('POST', 'Projects', { as: workspace.owner, body: project() })).body;
    const body = { projectID, workDate: '2026-03-09', minutes: 20 };
    const { timesheetID, version } = (await first('POST', 'TimeSheet', { as: workspace.owner, body })).body;
    const change = (minutes: number) => ({ as: workspace.owner, body: { minutes, version } });
    const answers = await Promise.all([
      first('PUT', `TimeSheet/${timesheetID}`, change(21)),
      second('PUT', `TimeSheet/${timesheetID}`, change(22)),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const taken = answers.find(({ status }) => status === 200)?.body.minutes;
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.current[0].minutes).toBe(taken);
  });
});

test('rate buckets are per process: one that is empty leaves the other full', async () => {
  const member = await gateway.addMember(workspace);
  const { burst } = bucketSizes.credential ?? { burst: 0 };
  const path = 'Invitations/a-token-that-is-not-there/Accept';
  const ask = async (app: FastifyInstance) => {
    const headers = { ...(await gateway.headersOf(member)) };
    return (await app.inject({ method: 'POST', url: `/api/${path}`, headers })).statusCode;
  };
  // A bucket fills up again while time passes.
  await gateway.clock.hold(async () => {
    const statuses = new Set<number>();
    for (let call = 0; call < burst; call++) statuses.add(await ask(gateway.app));
    expect(statuses.has(429)).toBe(false);
    expect(await ask(gateway.app)).toBe(429);
    expect(await ask(peer.app)).not.toBe(429);
  });
});
