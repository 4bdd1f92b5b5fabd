import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { type RouteDefinition, splitRouteKey } from '@stint/domain/api/route.ts';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../testing/gateway-harness.ts';

/** Most answers are JSON that the database made and go out unread: what they hold is compared with the table here. */
type Key = keyof typeof gatewayRoutes;
type Values = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
/** Ids by the name of the parameter that takes them. */
const ids: Record<string, string> = {};

const ajv = new Ajv({ strict: false, allErrors: true, formats: { uuid: true, 'date-time': true } });
const [monday, sunday] = ['2026-11-09', '2026-11-15'];

/** The shape without room for fields that it does not name. */
function closed(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(closed);
  if (typeof shape !== 'object' || shape === null) return shape;
  const copy = Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, closed(value)]));
  const isOpen = copy.type === 'object' && copy.properties && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

/** Calls a row as the owner: its status is the table's, its body has the fields of the shape, no more and no fewer. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape come back
async function expectAnswer(key: Key, { params = {}, query, body }: Values = {}): Promise<any> {
  const row = gatewayRoutes[key] as RouteDefinition;
  const { method, path } = splitRouteKey(key);
  const url = path.slice(1).replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? ids[name]));
  const answer = await gateway.call(method, url, { as: owner, body, ...(query ? { query } : {}) });
  expect([answer.status, key, answer.status >= 300 && answer.text]).toEqual([row.status ?? 200, key, false]);
  const isValid = ajv.compile(closed(row.response) as object);
  expect([isValid(answer.body), isValid.errors]).toEqual([true, null]);
  return answer.body;
}

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  ids.teamMemberID = owner.teamMemberID;
});
afterAll(() => gateway.close());

describe('answers are what the table says, field by field', () => {
  test('of writes to the catalogue', async () => {
    const client = await expectAnswer('POST /Clients', { body: { clientName: 'Harbour' } });
    const activity = await expectAnswer('POST /Activities', { body: { activityName: 'Caulking' } });
    const project = await expectAnswer('POST /Projects', {
      body: { projectName: 'Pier', clientID: client.clientID, activityIDs: [activity.activityID] },
    });
    const tag = await expectAnswer('POST /Tags', { body: { tagName: 'Night' } });
    Object.assign(ids, {
      clientID: client.clientID,
      activityID: activity.activityID,
      projectID: project.projectID,
      tagID: tag.tagID,
    });
    await expectAnswer('PUT /Clients/:id', {
      params: { id: client.clientID },
      body: { version: client.version, code: 'H' },
    });
    await expectAnswer('PUT /Activities/:id', {
      params: { id: activity.activityID },
      body: { version: activity.version, code: 'C' },
    });
    await expectAnswer('PUT /Projects/:id', {
      params: { id: project.projectID },
      body: { version: project.version, budgetKind: 'hours', budgetHours: 100 },
    });
    const copy = await expectAnswer('POST /Projects/:id/Duplicate', {
      params: { id: project.projectID },
      body: { projectName: 'Second pier' },
    });
    await expectAnswer('DELETE /Projects/:id', { params: { id: copy.projectID } });
    await expectAnswer('POST /Rates', {
      body: { teamMemberID: owner.teamMemberID, kind: 'bill', amount: 12_000, effectiveFrom: monday },
    });
  });

  test('of writes to weeks', async () => {
    const { projectID, activityID, tagID } = ids;
    const row = { projectID, activityID, workDate: monday, tags: [tagID] };
    const entry = await expectAnswer('POST /TimeSheet', { body: { ...row, minutes: 90 } });
    const changed = await expectAnswer('PUT /TimeSheet/:timesheetID', {
      params: { timesheetID: entry.timesheetID },
      body: { hours: '1:45', version: entry.version },
    });
    await expectAnswer('PUT /TimeSheet/SaveWeek', {
      body: {
        teamMemberID: owner.teamMemberID,
        weekEndDate: sunday,
        upserts: [{ ...row, minutes: 15, comment: 'Rope' }],
      },
    });
    await expectAnswer('POST /TimeSheet/CopyWeek', {
      body: { from: sunday, to: '2026-11-22', include: 'hours' },
    });
    await expectAnswer('DELETE /TimeSheet/:timesheetID', {
      params: { timesheetID: entry.timesheetID },
      query: { version: String(changed.version) },
    });
    ids.timesheetID = entry.timesheetID;
    await expectAnswer('POST /Timer/Start', { body: { projectID, activityID } });
  });

  test.each(['Submit', 'Disapprove', 'Submit', 'Withdraw', 'Submit'] as const)(
    'of the step %s',
    async (step) => {
      const { week } = await expectAnswer('GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate', {
        params: { weekEndDate: sunday },
      });
      const items = [{ teamMemberID: owner.teamMemberID, weekEndDate: sunday, version: week.version }];
      const reason = step === 'Disapprove' ? { reason: 'Too short' } : {};
      const { results } = await expectAnswer(`POST /TimeSheet/${step}`, { body: { items, ...reason } });
      expect(results[0].error).toBeNull();
    },
  );

  test('of writes to the rest', async () => {
    const hook = await expectAnswer('POST /Webhooks', {
      body: { url: 'https://hooks.example.com/a', events: ['timesheet.submitted'] },
    });
    ids.webhookID = hook.webhookID ?? hook.id;
    await expectAnswer('POST /Tokens', { body: { name: 'Script', scopes: ['read'] } });
    await expectAnswer('POST /Calendar');
    await expectAnswer('POST /Invitations', { body: { emails: ['new@example.com'], role: 'member' } });
    await expectAnswer('PUT /Workspace/Holidays', {
      body: { year: 2026, holidays: [{ date: '2026-12-25', name: 'Christmas Day' }] },
    });
    await expectAnswer('PUT /Projects/Favourite', {
      body: { projectID: ids.projectID, activityID: ids.activityID, isFavourite: true },
    });
    const transfer = await expectAnswer('POST /Workspace/Exports');
    ids.transferID = transfer.transferID;
  });

  const range = { from: monday, to: '2026-11-22' };
  const reads: [Key, (() => Values)?][] = [
    ['GET /RegionMaster/GetRegionCode'],
    ['GET /RegionMaster'],
    ['GET /Subscription/GetSubscriptionActiveStatus'],
    ['GET /General/IsEmailConfirm/:uuid', () => ({ params: { uuid: owner.userUuid } })],
    ['GET /ProjectTypeMaster'],
    ['GET /AppRole'],
    ['GET /Workspace'],
    ['GET /Workspace/Settings'],
    ['GET /Workspace/Holidays'],
    ['GET /Clients'],
    ['GET /Clients/GetArchivedClients'],
    ['GET /Clients/:id', () => ({ params: { id: String(ids.clientID) } })],
    ['GET /Activities'],
    ['GET /Activities/GetArchivedActivities'],
    ['GET /Activities/:id', () => ({ params: { id: String(ids.activityID) } })],
    ['GET /Projects'],
    ['GET /Projects/GetArchivedProjects'],
    ['GET /Projects/SearchAllProjects', () => ({ query: { q: 'pier' } })],
    ['POST /Projects/SearchAllProjects', () => ({ body: { q: 'pier' } })],
    ['GET /Projects/Picker'],
    ['GET /Projects/:id', () => ({ params: { id: String(ids.projectID) } })],
    ['GET /Projects/:id/Summary', () => ({ params: { id: String(ids.projectID) } })],
    ['GET /TeamMember/GetTeam/:id', () => ({ params: { id: owner.teamMemberID } })],
    ['GET /TeamMember/GetArchivedTeam'],
    ['GET /TeamMember/:id', () => ({ params: { id: owner.teamMemberID } })],
    ['GET /TeamMember/:id/Preferences', () => ({ params: { id: owner.teamMemberID } })],
    ['GET /Rates'],
    ['GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate', () => ({ params: { weekEndDate: sunday } })],
    ['GET /TimeSheet/Entries'],
    ['GET /TimeSheet/Entries', () => ({ query: { deletedSince: '2026-01-01T00:00:00Z' } })],
    ['GET /TimeSheet/Missing', () => ({ query: range })],
    ['GET /TimeSheet/Year/:teamMemberID/:year', () => ({ params: { year: '2026' } })],
    ['GET /TimeSheet/GetPendingTimesheets'],
    ['GET /TimeSheet/GetDisapproveTimesheets/:teamMemberID'],
    ...(['open', 'pending', 'approved', 'disapproved'] as const).map((status): [Key, () => Values] => [
      'GET /TimeSheet/Weeks',
      () => ({ query: { status, ...range } }),
    ]),
    ['GET /TimeSheet/History/:teamMemberID/:weekEndDate', () => ({ params: { weekEndDate: sunday } })],
    ['GET /TimeSheet/Difference/:teamMemberID/:weekEndDate', () => ({ params: { weekEndDate: sunday } })],
    ['GET /Timer'],
    ['GET /Tags'],
    ['GET /Tokens'],
    ['GET /Audit'],
    ['GET /Calendar'],
    ['GET /Trash'],
    ['GET /Invitations'],
    ['GET /Subscription'],
    ['GET /Subscription/Invoices'],
    ['GET /Webhooks'],
    ['GET /Webhooks/:id/Deliveries', () => ({ params: { id: String(ids.webhookID) } })],
    ['GET /Workspace/Credentials'],
    ['GET /Workspace/Exports/:id', () => ({ params: { id: String(ids.transferID) } })],
  ];

  test.each(reads.map(([key, values], at) => ({ key, values, at })))(
    'of $key ($at)',
    async ({ key, values }) => {
      await expectAnswer(key, values?.());
    },
  );

  test('and no read is forgotten, but those that are no JSON, or ask the provider or for a link (see lifecycle.test.ts)', () => {
    const asked = new Set<string>(reads.map(([key]) => key));
    const left = Object.keys(gatewayRoutes).filter((key) => key.startsWith('GET ') && !asked.has(key));
    expect(left).toEqual([
      'GET /Calendar/:file',
      'GET /openapi.json',
      'GET /reference',
      'GET /Workspaces',
      'GET /Workspaces/Availability',
      'GET /Invitations/:token/Preview',
      'GET /Workspace/Exports/:id/File',
    ]);
  });
});

test('a shape with a field too many or too few is noticed', () => {
  const shape = closed(gatewayRoutes['GET /Timer'].response) as object;
  const timer = { teamMemberID: newId() };
  expect(ajv.validate(shape, null)).toBe(true);
  expect(ajv.validate(shape, timer)).toBe(false);
});
