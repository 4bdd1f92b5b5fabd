import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestWorkspace,
  toAnswer,
} from '../../testing/gateway-harness.ts';

let gateway: GatewayHarness;

beforeAll(async () => {
  gateway = await createGatewayHarness();
});
afterAll(() => gateway?.close());

async function upload(target: TestWorkspace) {
  const headers = { ...(await gateway.headersOf(target.owner)), 'content-type': 'application/zip' };
  const url = '/api/Workspace/Imports';
  return toAnswer(
    await gateway.app.inject({ method: 'POST', url, headers, payload: Buffer.from('PK no zip yet') }),
  );
}

const today = () => gateway.clock.now().toISOString().slice(0, 10);

/** What somebody may have entered before they think of the zip. */
const entered: [
  what: string,
  method: 'POST' | 'PUT',
  path: (target: TestWorkspace) => string,
  body: (target: TestWorkspace) => object,
][] = [
  ['a client', 'POST', () => 'Clients', () => ({ clientName: 'Acme' })],
  ['a project', 'POST', () => 'Projects', () => ({ projectName: 'Pier' })],
  ['an activity', 'POST', () => 'Activities', () => ({ activityName: 'Welding' })],
  [
    'another name of an activity it began with',
    'PUT',
    ({ activityIDs }) => `Activities/${activityIDs['Meeting']}`,
    () => ({ activityName: 'Calls', version: 1 }),
  ],
  ['a tag', 'POST', () => 'Tags', () => ({ tagName: 'review' })],
  [
    'a rate',
    'POST',
    () => 'Rates',
    ({ owner }) => ({ teamMemberID: owner.teamMemberID, kind: 'bill', amount: 1, effectiveFrom: today() }),
  ],
  [
    'a holiday',
    'PUT',
    () => 'Workspace/Holidays',
    () => ({ year: 2026, holidays: [{ date: '2026-12-25', name: 'Christmas' }] }),
  ],
  [
    'a saved report',
    'POST',
    () => 'Reports',
    () => ({
      name: 'Hours of the mole',
      definition: {
        kind: 'summary',
        range: 'rolling-30',
        groupBy: ['project'],
        filters: [],
        rounding: null,
        withMoney: false,
      },
    }),
  ],
  ['a timer', 'POST', () => 'Timer/Start', () => ({ comment: 'thinking' })],
];

test.each(entered)(
  'a workspace that has %s takes no zip, says why and keeps it',
  async (_what, method, path, body) => {
    const target = await gateway.addWorkspace();
    const made = await gateway.call(method, path(target), { as: target.owner, body: body(target) });
    if (made.status >= 300) throw new Error(made.text);
    const answer = await upload(target);
    expect([answer.status, answer.body.error.type, answer.body.message]).toEqual([
      422,
      'state_conflict',
      expect.stringMatching(
        /^A workspace can be filled from a zip only while it has no clients, .* Create a new workspace/,
      ),
    ]);
    const { count } = await gateway
      .owner(target)
      .one<{ count: number }>(
        sql`select count(*) as count from app.workspace_transfer where tenant_id = ${target.tenantId}`,
      );
    expect(count).toBe(0);
  },
);

test('a new workspace takes it, and what is no zip is refused by the job with the reason', async () => {
  const target = await gateway.addWorkspace();
  gateway.service.startWorkers();
  const answer = await upload(target);
  expect(answer.status).toBe(202);
  const read = async () =>
    (await gateway.call('GET', `Workspace/Exports/${answer.body.transferID}`, { as: target.owner })).body;
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('failed');
  expect((await read()).error).toMatch(/zip|manifest|file/i);
  expect(Object.keys(target.activityIDs)).toHaveLength(3);
});
