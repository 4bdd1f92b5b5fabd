import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteDefinition } from '@stint/domain/api/route.ts';
import { splitRouteKey } from '@stint/domain/api/route.ts';
import type { Ability } from '@stint/domain/workspace/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { sql } from '../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../testing/gateway-harness.ts';

/** One person of each role, and for each of the three flags a plain member who has it. */
const people = {
  owner: { role: 'owner' },
  admin: { role: 'admin' },
  editor: { role: 'editor' },
  member: { role: 'member' },
  'member CEP': { role: 'member', createEditProjects: true },
  'member CECA': { role: 'member', createEditClientsActivities: true },
  'member CET': { role: 'member', createEditTime: true },
} as const;
type Person = keyof typeof people;

const everybody = Object.keys(people) as Person[];
const leaders: Person[] = ['owner', 'admin'];

/** Who may do it to anything at all, written down by hand: the table of abilities is tested against this. */
const allowed: Record<Ability, Person[]> = {
  'time.editOwn': everybody,
  'week.submitOwn': everybody,
  'time.editOthers': ['owner', 'admin', 'member CET'],
  'time.see': everybody,
  'report.see': everybody,
  'week.approve': everybody,
  'week.reopen': leaders,
  'time.editLocked': leaders,
  'project.see': everybody,
  'project.write': ['owner', 'admin', 'editor', 'member CEP'],
  'project.entrust': ['owner', 'admin', 'editor', 'member CEP'],
  'client.write': ['owner', 'admin', 'editor', 'member CECA'],
  'activity.write': ['owner', 'admin', 'editor', 'member CECA'],
  'rate.seeBill': leaders,
  'rate.seeCost': leaders,
  'rate.write': leaders,
  'rate.changeApproved': ['owner'],
  'member.see': everybody,
  'member.manage': leaders,
  'data.import': leaders,
  'data.exportAll': leaders,
  'token.own': everybody,
  'token.workspace': leaders,
  'report.publish': leaders,
  'webhook.manage': leaders,
  'audit.see': leaders,
  'workspace.configure': leaders,
  'billing.manage': ['owner'],
  'workspace.transfer': ['owner'],
  'workspace.delete': ['owner'],
};

const HOUR = 60 * 60_000;

/** Rate classes that an inactive subscription pauses, and the calls among them that stay open. */
const paused = ['write', 'send', 'import'];
const openWhenInactive = [
  'DELETE /Tokens/:id',
  'DELETE /Calendar',
  'DELETE /Workspace/Retention',
  'DELETE /Reports/:id/Link',
  'DELETE /Reports/:id/Schedule',
  'DELETE /EventFeeds/:id',
  'POST /EventFeeds/:id/Fetch',
  'PUT /EventFeeds/Events/:eventKey/Hidden',
  'PUT /TeamMember/:id/Preferences',
  'POST /LongWork/:id/Cancel',
  // Stopping never fails: what may not be written stays as a draft.
  'POST /Timer/Stop',
  'POST /Timer/Record',
  'DELETE /Timer',
  'PUT /Timer/Drafts/:draftID',
  'DELETE /Timer/Drafts/:draftID',
];

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let abroad: TestWorkspace;
let other: TestWorkspace;
let unpaid: TestWorkspace;
const as = {} as Record<Person, TestMember>;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  [workspace, other, abroad, unpaid] = await Promise.all([
    gateway.addWorkspace(),
    gateway.addWorkspace(),
    gateway.addWorkspace({ regionCode: 'eu' }),
    gateway.addWorkspace(),
  ]);
  for (const person of everybody) as[person] = await gateway.addMember(workspace, people[person]);
  await gateway
    .owner(unpaid)
    .run(sql`update app.subscription set status = 'inactive' where tenant_id = ${unpaid.tenantId}`);
});
afterAll(() => gateway?.close());

const routes = (Object.entries(gatewayRoutes) as [string, RouteDefinition][]).filter(
  ([, row]) => row.access !== 'public',
);
const memberRoutes = routes.filter(([, row]) => !['account', 'namedWorkspace'].includes(row.access));

/** A call that gets as far as the handler and finds nothing there: ids of nothing, an empty body. */
async function send(key: string, row: RouteDefinition, headers: Record<string, string>) {
  const { method, path } = splitRouteKey(key);
  const url = path
    .slice(1)
    .replace(':weekEndDate', '2026-11-22')
    .replace(':year', '2026')
    .replace(/:(\w+)/g, () => newId());
  // Time passes, so that the matrix is not stopped by the limits it is not about.
  gateway.clock.move(1000);
  return gateway.call(method, url, { headers, ...(row.body ? { body: {} } : {}) });
}

const isThere = (key: string) => {
  const { method, path } = splitRouteKey(key);
  return gateway.app.hasRoute({ method, url: `/api${path}` });
};

test('every route of the table is served', () => {
  expect(routes.map(([key]) => key).filter((key) => !isThere(key))).toEqual([]);
});

describe('security 10: each role, on every route that asks for a member', () => {
  const printed = new Map<string, string>();
  afterAll(() => {
    const lines = [...printed].map(([key, who]) => `${key.padEnd(58)} ${who}`);
    process.stdout.write(
      `\nRole matrix (o owner, a admin, e editor, m member, P C T member with a flag)\n${lines.join('\n')}\n`,
    );
  });

  test.each(memberRoutes)('%s', async (key, row) => {
    if (!isThere(key)) return;
    const expected = row.access === 'member' ? everybody : allowed[row.access as Ability];
    const found: Person[] = [];
    for (const person of everybody) {
      const headers = await gateway.headersOf(as[person]);
      const answer = await send(key, row, headers);
      expect(answer.status, `${person}: ${answer.text}`).toBeLessThan(500);
      const isStopped = answer.status === 403 && answer.body.errors[0].code === 'forbidden';
      if (!isStopped) found.push(person);
    }
    const letters = ['o', 'a', 'e', 'm', 'P', 'C', 'T'];
    printed.set(
      key,
      everybody.map((person, index) => (found.includes(person) ? letters[index] : '·')).join(' '),
    );
    expect(found).toEqual(expected);
  });
});

describe('security 6: on every route', () => {
  test.each(routes)(
    '%s refuses the signed out, the half signed in, other workspaces and regions',
    async (key, row) => {
      if (!isThere(key)) return;
      // Five imports an hour are spent by the rows before.
      if (row.rate === 'import') gateway.clock.move(HOUR);
      const right = await gateway.headersOf(as.owner);
      const host = String(right.host);
      const { authorization: _none, ...signedOut } = right;
      for (const headers of [
        signedOut,
        { ...right, authorization: 'Bearer latchkey_test_first_factor_0123456789abcdef0123456789abcdef' },
      ]) {
        const answer = await send(key, row, headers);
        expect([answer.status, answer.text]).toEqual([401, 'Please re-login.']);
      }
      for (const stranger of [other.owner, abroad.owner]) {
        const theirs = await gateway.headersOf(stranger);
        expect((await send(key, row, { ...theirs, host })).status).toBe(401);
        expect((await send(key, row, { ...theirs, host, tenantid: workspace.publicId })).status).toBe(401);
        expect((await send(key, row, { ...right, authorization: String(theirs.authorization) })).status).toBe(
          401,
        );
      }
    },
  );
});

describe('with an inactive subscription reading stays open and writing answers 402', () => {
  test.each(memberRoutes)('%s', async (key, row) => {
    if (!isThere(key)) return;
    const answer = await send(key, row, await gateway.headersOf(unpaid.owner));
    const isPaused =
      paused.includes(row.rate) && row.access !== 'billing.manage' && !openWhenInactive.includes(key);
    expect(answer.status === 402).toBe(isPaused);
  });
});
