import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';

const minute = 60_000;
const [weekEndDate, workDate] = ['2026-11-22', '2026-11-16'];

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let bea: TestMember;
let projectID: string;
/** Of an admin; the owner sees it by their role alone. */
let hiddenID: string;
let awayFor = 0;

beforeAll(async () => {
  gateway = await createGatewayHarness({ PROVIDER_GRACE_SECONDS: '600' });
  workspace = await gateway.addWorkspace();
  const project = { projectName: 'Harbour' };
  ({ projectID } = (await gateway.call('POST', 'Projects', { as: workspace.owner, body: project })).body);
  bea = await gateway.addMember(workspace);
  const admin = await gateway.addMember(workspace, { role: 'admin' });
  const hidden = { projectName: 'Vault', visibility: 'members' };
  hiddenID = (await gateway.call('POST', 'Projects', { as: admin, body: hidden })).body.projectID;
});
afterEach(async () => {
  gateway.provider.failWith = null;
  gateway.provider.isSilent = false;
  vi.useRealTimers();
  // What was heard stays in the past.
  gateway.clock.move(awayFor + 2000);
  awayFor = 0;
  const isHeard = async () => (await gateway.call('GET', 'Tokens', { as: workspace.owner })).status === 200;
  await vi.waitUntil(isHeard, { timeout: 20_000 });
});
afterAll(() => gateway?.close());

const read = (as: TestMember, of = as) =>
  gateway.call('GET', `TimeSheet/GetByWeek/${of.teamMemberID}/${weekEndDate}`, { as });
const entry = (on = projectID) => ({ timesheetID: newId(), projectID: on, workDate, minutes: 15 });
const save = (as: TestMember, of = as, upsert: object = entry()) => {
  const body = { teamMemberID: of.teamMemberID, weekEndDate, upserts: [upsert] };
  return gateway.call('PUT', 'TimeSheet/SaveWeek', { as, body });
};
const statuses = async (...answers: ReturnType<typeof read>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

/** So long after it was heard last. Time itself is moved: the library that keeps the keys knows no other clock. */
function goAway(milliseconds: number): void {
  awayFor = milliseconds;
  gateway.provider.failWith = { path: /./, status: 500 };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

describe('while the provider is away, for as long as PROVIDER_GRACE_SECONDS says', () => {
  test('who was served before reads and saves their own time, though the keys are older than they may be otherwise', async () => {
    expect(await statuses(read(bea), read(workspace.owner))).toEqual([200, 200]);
    goAway(3 * minute);
    expect(await statuses(read(bea), save(bea), read(workspace.owner), save(workspace.owner))).toEqual(
      Array(4).fill(200),
    );
    expect(await gateway.service.isReady()).toBe(true);
  });

  test('nobody decides, sees or changes what is others’, whatever their role; the refusal says when to come again', async () => {
    const { owner } = workspace;
    expect(await statuses(read(bea), read(owner), read(owner, bea), save(owner, bea))).toEqual(
      Array(4).fill(200),
    );
    goAway(6000);
    const week = { teamMemberID: bea.teamMemberID, weekEndDate };
    const refused = await Promise.all([
      read(owner, bea),
      save(owner, bea),
      gateway.call('POST', 'TimeSheet/Submit', { as: bea, body: week }),
      gateway.call('POST', 'Projects', { as: owner, body: { projectName: 'Pier' } }),
      gateway.call('GET', 'Tokens', { as: owner }),
      gateway.call('GET', 'LongWork', { as: owner }),
      gateway.call('GET', 'Workspaces', { as: owner }),
    ]);
    expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      refused.map(() => [503, '2']),
    );
    const row = await gateway.call('GET', 'AppRole', { as: owner });
    expect(row.status).toBe(200);
  });

  test('what only the own role allows is refused for now and never for good, and a copy is whole or not at all', async () => {
    const { owner } = workspace;
    const carla = await gateway.addMember(workspace);
    const [own, beas] = [entry(hiddenID), entry()];
    expect(await statuses(save(owner, owner, own), save(bea, bea, beas), read(carla))).toEqual([
      200, 200, 200,
    ]);
    const vault = { projectID: hiddenID };
    const copy = { from: weekEndDate, to: '2026-11-29', include: 'hours' };
    const started = await gateway.call('POST', 'Timer/Start', { as: owner, body: vault });
    expect(started.status).toBe(201);
    goAway(6000);
    const refused = await Promise.all([
      save(owner, owner, entry(hiddenID)),
      gateway.call('PUT', `TimeSheet/${beas.timesheetID}`, { as: owner, body: { minutes: 30, version: 1 } }),
      gateway.call('DELETE', `TimeSheet/${beas.timesheetID}`, { as: owner }),
      gateway.call('POST', 'TimeSheet/CopyWeek', { as: owner, body: copy }),
      gateway.call('POST', 'Timer/Start', { as: owner, body: vault }),
      gateway.call('POST', 'Timer/Stop', { as: owner, body: {} }),
    ]);
    expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      refused.map(() => [503, '2']),
    );
    // Those who may not do it either way are told so.
    expect((await save(carla, bea)).status).toBe(403);
    expect((await save(carla, carla, entry(hiddenID))).body.error.type).toBe('reference_invalid');
    expect((await gateway.call('GET', 'Timer', { as: owner })).body.projectID).toBe(hiddenID);
    gateway.provider.failWith = null;
    gateway.clock.move(2000);
    await vi.waitFor(async () =>
      expect(await statuses(save(owner, bea), save(owner, owner, entry(hiddenID)))).toEqual([200, 200]),
    );
    const copied = await gateway.call('POST', 'TimeSheet/CopyWeek', { as: owner, body: copy });
    expect(copied.body.skipped).toEqual([]);
  });

  test('a write whose answer was lost with the provider is refused for now when it is sent again, not for good', async () => {
    const { owner } = workspace;
    const editor = await gateway.addMember(workspace, { role: 'editor', createEditTime: true });
    const managed = await gateway.call('POST', 'Projects', {
      as: editor,
      body: { projectName: 'Quay', managerID: editor.teamMemberID },
    });
    const [saved, removed] = [entry(), entry()];
    expect(await statuses(save(bea, bea, saved), save(bea, bea, removed))).toEqual([200, 200]);
    const ofBea = { teamMemberID: bea.teamMemberID };
    const copy = { ...ofBea, from: weekEndDate, to: '2026-11-29', include: 'rows' };
    const week = (upsert: object) => ({ ...ofBea, weekEndDate, upserts: [upsert] });
    const writes: [TestMember, 'POST' | 'PUT' | 'DELETE', string, object?][] = [
      [owner, 'PUT', 'TimeSheet/SaveWeek', week(entry())],
      [owner, 'POST', 'TimeSheet', { ...entry(), ...ofBea }],
      [owner, 'PUT', `TimeSheet/${saved.timesheetID}`, { minutes: 30, version: 1 }],
      [owner, 'DELETE', `TimeSheet/${removed.timesheetID}`],
      [owner, 'POST', 'TimeSheet/CopyWeek', copy],
      // Who sees of a week what lies on the projects that they manage.
      [editor, 'PUT', 'TimeSheet/SaveWeek', week(entry(managed.body.projectID))],
    ];
    const keys = writes.map(() => newId());
    const send = () =>
      Promise.all(
        writes.map(([as, method, path, body], index) =>
          gateway.call(method, path, { as, body, headers: { 'idempotency-key': keys[index] ?? '' } }),
        ),
      );
    const first = await send();
    expect(first.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200]);
    goAway(6000);
    const again = await send();
    expect(again.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      again.map(() => [503, '2']),
    );
  });

  test('a timer that is stopped on a locked day is the same draft by either role, and is not refused', async () => {
    const other = await gateway.addWorkspace();
    const { owner } = other;
    const body = { projectName: 'Harbour' };
    const made = await gateway.call('POST', 'Projects', { as: owner, body });
    await gateway
      .owner(other)
      .run(sql`update app.tenant set lock_on = '2030-01-01' where tenant_id = ${other.tenantId}`);
    const start = { projectID: made.body.projectID };
    expect((await gateway.call('POST', 'Timer/Start', { as: owner, body: start })).status).toBe(201);
    goAway(3 * minute);
    const stopped = await gateway.call('POST', 'Timer/Stop', { as: owner, body: {} });
    expect([stopped.status, stopped.body]).toMatchObject([
      200,
      { saved: [], drafts: [{ reason: 'week_locked' }] },
    ]);
  });

  test('the page can start: the workspace is told, with the caller as a member', async () => {
    const { owner } = workspace;
    const me = async () => (await gateway.call('GET', 'Workspace', { as: owner })).body.me?.role;
    expect(await me()).toBe('owner');
    goAway(6000);
    expect(await me()).toBe('member');
  });

  test('a provider that is silent holds nobody up and is not asked by each of them', async () => {
    expect(await statuses(read(bea), read(workspace.owner))).toEqual([200, 200]);
    goAway(3 * minute);
    gateway.provider.isSilent = true;
    // The look that finds out.
    expect(await gateway.service.isReady()).toBe(true);
    const { length } = gateway.provider.asked;
    const burst = Array.from({ length: 5 }, () => [read(bea), save(bea), read(workspace.owner)]).flat();
    expect(await statuses(...burst)).toEqual(burst.map(() => 200));
    expect(await gateway.service.isReady()).toBe(true);
    expect(gateway.provider.asked.slice(length)).toEqual([]);
    gateway.clock.move(2000);
    expect(await statuses(...Array.from({ length: 5 }, () => read(bea)))).toEqual(Array(5).fill(200));
    expect(gateway.provider.asked.slice(length)).toEqual(['auth/changes']);
  });

  test('a token of a key that is not known is no token of nobody: it may be new', async () => {
    expect((await read(bea)).status).toBe(200);
    const signed = async () => {
      const headers = await gateway.headersOf(bea);
      const [, payload = ''] = (headers['authorization'] ?? '').split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return { ...headers, authorization: `Bearer ${await gateway.provider.sign(claims, { kid: 'new' })}` };
    };
    const url = `/api/TimeSheet/GetByWeek/${bea.teamMemberID}/${weekEndDate}`;
    const ask = async () => (await gateway.app.inject({ url, headers: await signed() })).statusCode;
    goAway(3 * minute);
    // Before it is known that the provider is away, and after.
    expect(await ask()).toBe(503);
    expect((await read(bea)).status).toBe(200);
    expect(await ask()).toBe(503);
  });

  test('security 10: a session of another workspace reaches nothing of this one, as ever', async () => {
    const { owner } = await gateway.addWorkspace();
    const beas = entry();
    expect(await statuses(save(bea, bea, beas), read(owner))).toEqual([200, 200]);
    const rows = () =>
      gateway.owner(workspace).rows(
        sql`select to_jsonb(e) as row from app.timesheet_entry e where tenant_id = ${workspace.tenantId} 
            union all select to_jsonb(r) from app.timer r where tenant_id = ${workspace.tenantId} order by 1`,
      );
    const before = await rows();
    goAway(6000);
    const named = `TimeSheet/${beas.timesheetID}`;
    const refused = await statuses(
      save(owner, bea),
      save(owner, owner, entry()),
      save(owner, owner, { ...beas, version: 1 }),
      gateway.call('POST', 'TimeSheet', { as: owner, body: { ...entry(), teamMemberID: bea.teamMemberID } }),
      gateway.call('PUT', named, { as: owner, body: { minutes: 30, version: 1 } }),
      gateway.call('DELETE', named, { as: owner }),
      gateway.call('POST', 'Timer/Start', { as: owner, body: { projectID } }),
    );
    expect(refused).toEqual([404, 400, 404, 404, 404, 404, 400]);
    const headers = await gateway.headersOf(owner, { tenantId: workspace.publicId });
    const url = `/api/TimeSheet/GetByWeek/${bea.teamMemberID}/${weekEndDate}`;
    expect((await gateway.app.inject({ url, headers })).statusCode).toBe(401);
    expect(await rows()).toEqual(before);
    expect(await statuses(read(owner), read(bea))).toEqual([200, 200]);
  });

  test('who was not served before is told to come again', async () => {
    const carl = await gateway.addMember(workspace);
    expect((await read(bea)).status).toBe(200);
    goAway(6000);
    expect(await statuses(read(carl), read(bea))).toEqual([503, 200]);
  });

  test('security 6: who was signed out before it went is refused, who was signed out meanwhile once it is back', async () => {
    const [dora, emil] = [await gateway.addMember(workspace), await gateway.addMember(workspace)];
    expect(await statuses(read(dora), read(emil))).toEqual([200, 200]);
    const sessionOf = async (member: TestMember) => (await gateway.headersOf(member))['sessionid'] ?? '';
    gateway.provider.endSession(await sessionOf(dora));
    gateway.clock.move(6000);
    expect((await read(emil)).status).toBe(200);
    gateway.provider.endSession(await sessionOf(emil));
    goAway(6000);
    expect(await statuses(read(dora), read(emil))).toEqual([401, 200]);
    gateway.provider.failWith = null;
    gateway.clock.move(2000);
    await vi.waitFor(async () => expect((await read(emil)).status).toBe(401));
  });

  test('afterwards nothing is answered without it, and the gateway is not ready', async () => {
    expect((await read(bea)).status).toBe(200);
    goAway(10 * minute + 6000);
    expect(await statuses(read(bea), save(bea))).toEqual([503, 503]);
    await expect(gateway.service.isReady()).rejects.toBeInstanceOf(Error);
  });
});
