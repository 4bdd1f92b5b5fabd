import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
  toAnswer,
} from '../../testing/gateway-harness.ts';

const minute = 60_000;
const [weekEndDate, workDate] = ['2026-11-22', '2026-11-16'];

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let bea: TestMember;
let projectID: string;
let awayFor = 0;

beforeAll(async () => {
  gateway = await createGatewayHarness({ PROVIDER_GRACE_SECONDS: '600' });
  workspace = await gateway.addWorkspace();
  const project = { projectName: 'Harbour' };
  ({ projectID } = (await gateway.call('POST', 'Projects', { as: workspace.owner, body: project })).body);
  bea = await gateway.addMember(workspace);
});
afterEach(() => {
  gateway.provider.failWith = null;
  vi.useRealTimers();
  // What was heard stays in the past.
  gateway.clock.move(awayFor);
});
afterAll(() => gateway?.close());

const read = (as: TestMember, of = as) =>
  gateway.call('GET', `TimeSheet/GetByWeek/${of.teamMemberID}/${weekEndDate}`, { as });
const save = (as: TestMember, of = as) => {
  const upserts = [{ timesheetID: newId(), projectID, workDate, minutes: 15 }];
  const body = { teamMemberID: of.teamMemberID, weekEndDate, upserts };
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
      gateway.call('POST', 'TimeSheet/Submit', { as: bea, body: week }),
      gateway.call('POST', 'Projects', { as: owner, body: { projectName: 'Pier' } }),
      gateway.call('GET', 'Tokens', { as: owner }),
      gateway.call('GET', 'LongWork', { as: owner }),
      gateway.call('GET', 'Workspaces', { as: owner }),
    ]);
    expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      refused.map(() => [503, '2']),
    );
    expect((await save(owner, bea)).status).toBe(403);
    const row = await gateway.call('GET', 'AppRole', { as: owner });
    expect(row.status).toBe(200);
  });

  test('security 10: a session of another workspace reaches nothing of this one, as ever', async () => {
    const other = await gateway.addWorkspace();
    expect((await read(other.owner)).status).toBe(200);
    goAway(6000);
    expect((await read({ ...bea, workspace: other.owner.workspace })).status).toBe(503);
    expect((await read(other.owner)).status).toBe(200);
    const foreign = await gateway.headersOf(other.owner, { tenantId: workspace.publicId });
    const url = `/api/TimeSheet/GetByWeek/${bea.teamMemberID}/${weekEndDate}`;
    expect(toAnswer(await gateway.app.inject({ url, headers: foreign })).status).toBe(401);
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
    expect((await read(emil)).status).toBe(401);
  });

  test('afterwards nothing is answered without it, and the gateway is not ready', async () => {
    expect((await read(bea)).status).toBe(200);
    goAway(10 * minute + 6000);
    expect(await statuses(read(bea), save(bea))).toEqual([503, 503]);
    await expect(gateway.service.isReady()).rejects.toBeInstanceOf(Error);
  });
});
