import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { type RouteDefinition, splitRouteKey } from '@stint/domain/api/route.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { edgesOf } from '../testing/edges.fixture.ts';
import { createGatewayHarness, type GatewayHarness, type TestWorkspace } from '../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let ids: Record<string, string>;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  const as = workspace.owner;
  const add = async (path: string, body: object) => (await gateway.call('POST', path, { as, body })).body;
  const { projectID } = await add('Projects', { projectName: 'P' });
  const { timesheetID } = await add('TimeSheet', { projectID, workDate: '2026-11-16', minutes: 60 });
  const { clientID } = await add('Clients', { clientName: 'C' });
  ids = { projectID, timesheetID, clientID, teamMemberID: as.teamMemberID };
});
afterAll(() => gateway?.close());

const things: Record<string, string> = {
  Projects: 'projectID',
  Clients: 'clientID',
  TeamMember: 'teamMemberID',
  memberIDs: 'teamMemberID',
};

/** A thing of the kind that a field, or the group of a path, names; nothing where there is none of it. */
const idOf = (path: string) => (name: string) => {
  const named = name === 'id' ? (path.split('/')[1] ?? '') : name;
  return ids[things[named] ?? named] ?? newId();
};

const beyond = [
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '2026-02-30',
  '2200-01-01',
  '9999-12-26',
  '9999-12-31',
];

describe('dates and numbers at their edges, on every route: refused with a type or done, never a failure', () => {
  test.each(Object.entries(gatewayRoutes) as [string, RouteDefinition][])('%s', async (key, row) => {
    const { method, path } = splitRouteKey(key);
    const problems: string[] = [];
    for (const { at, value, params, query, body } of edgesOf(row, idOf(path))) {
      gateway.clock.move(1000);
      const url = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? newId()).slice(1);
      const sent = body === undefined ? {} : { body };
      const answer = await gateway.call(method, url, { as: workspace.owner, query, ...sent });
      const isTyped = answer.status < 400 || typeof answer.body?.error?.type === 'string';
      const isRight =
        answer.status < 500 && isTyped && !(answer.status < 400 && beyond.includes(String(value)));
      if (!isRight) problems.push(`${at} ${JSON.stringify(value)}: ${answer.status} ${answer.text}`);
    }
    expect(problems).toEqual([]);
  });

  test('a date beyond what can be recorded says which ones can', async () => {
    const body = { projectID: ids['projectID'], workDate: '9999-12-31', minutes: 60 };
    const answer = await gateway.call('POST', 'TimeSheet', { as: workspace.owner, body });
    expect([answer.status, answer.body.error.type, answer.body.message]).toEqual([
      400,
      'date_invalid',
      'workDate: enter a date that exists, as YYYY-MM-DD, in the years 1900 to 2199.',
    ]);
  });
});
