import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let member: TestMember;
let projectID: string;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  projectID = (await gateway.call('POST', 'Projects', { as: workspace.owner, body: { projectName: 'Dock' } }))
    .body.projectID;
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  member = await gateway.addMember(workspace);
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = member) =>
  gateway.call(method, path, { as, ...(body ? { body } : {}) });
const entries = async () =>
  (await call('GET', 'TimeSheet/Entries?sort=workDate')).body.map((row: Record<string, unknown>) => [
    row.workDate,
    row.minutes,
    row.source,
  ]);
const ago = (minutes: number) => new Date(gateway.clock.now().getTime() - minutes * 60_000).toISOString();

test('starts, changes, stops and saves; nothing runs after', async () => {
  expect((await call('GET', 'Timer')).body).toBeNull();
  const started = await call('POST', 'Timer/Start', { comment: 'Plan', startedAt: ago(30), timeZone: 'UTC' });
  expect([started.status, started.body.timer]).toEqual([
    201,
    expect.objectContaining({ projectID: null, comment: 'Plan', version: 1 }),
  ]);
  expect((await call('POST', 'Timer/Stop', {})).body.errors[0].code).toBe('state_conflict');
  const changed = await call('PUT', 'Timer', { projectID, version: 1 });
  expect(changed.body).toMatchObject({ projectName: 'Dock', version: 2 });
  expect((await call('PUT', 'Timer', { comment: 'x', version: 1 })).status).toBe(409);
  const stopped = await call('POST', 'Timer/Stop', {});
  expect(stopped.body).toMatchObject({ minutes: 30 });
  expect((await call('GET', 'Timer')).body).toBeNull();
  expect((await call('POST', 'Timer/Stop', {})).status).toBe(404);
});

test('over midnight becomes one entry per day in the zone, also across the end of a week', async () => {
  const clock = { startedAt: '2026-11-15T22:30:00Z', endedAt: '2026-11-16T00:45:00Z' };
  const offset = Date.parse('2026-11-17T00:00:00Z') - gateway.clock.now().getTime();
  gateway.clock.move(offset);
  await call('POST', 'Timer/Start', { projectID, startedAt: clock.startedAt, timeZone: 'Europe/Zurich' });
  const { body } = await call('POST', 'Timer/Stop', { endedAt: clock.endedAt });
  expect([body.minutes, body.saved.length]).toEqual([135, 2]);
  expect(await entries()).toEqual([
    ['2026-11-15', 30, 'timer'],
    ['2026-11-16', 105, 'timer'],
  ]);
  gateway.clock.move(-offset);
});

test('a second start saves the first; two starts at once leave one timer running', async () => {
  await call('POST', 'Timer/Start', { projectID, startedAt: ago(10), timeZone: 'UTC' });
  const second = await call('POST', 'Timer/Start', { projectID, timeZone: 'UTC' });
  expect(second.body.saved).toHaveLength(1);
  await call('DELETE', 'Timer');
  const both = await Promise.all([
    call('POST', 'Timer/Start', { projectID }),
    call('POST', 'Timer/Start', { projectID }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect((await call('GET', 'Timer')).body.projectID).toBe(projectID);
});

test.each([
  ['in the future', () => ({ startedAt: ago(-10) }), 'date_invalid'],
  ['two months ago', () => ({ startedAt: ago(60 * 24 * 60) }), 'date_invalid'],
  ['in a zone that does not exist', () => ({ timeZone: 'Mars/Olympus' }), 'validation_failed'],
  [
    'on a project of nobody',
    () => ({ projectID: '0190a000-0000-7000-8000-00000000dead' }),
    'reference_invalid',
  ],
])('a start %s is refused', async (_name, body, code) => {
  const { status, body: answer } = await call('POST', 'Timer/Start', body());
  expect([status, answer.errors[0].code]).toEqual([400, code]);
  expect((await call('GET', 'Timer')).body).toBeNull();
});

test('a stop into a week that is handed in keeps the timer and says why', async () => {
  await call('POST', 'Timer/Start', { projectID, startedAt: ago(5), timeZone: 'UTC' });
  const today = gateway.clock.now();
  const sunday = new Date(today.getTime() + (7 - (today.getUTCDay() || 7)) * 24 * 60 * 60_000)
    .toISOString()
    .slice(0, 10);
  await call('POST', 'TimeSheet/Submit', {
    items: [{ teamMemberID: member.teamMemberID, weekEndDate: sunday, version: 0 }],
  });
  expect((await call('POST', 'Timer/Stop', {})).body.errors[0].code).toBe('week_locked');
  expect((await call('GET', 'Timer')).body).not.toBeNull();
});
