import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { type RouteDefinition, splitRouteKey } from '@stint/domain/api/route.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { checkAnswer } from '../testing/answer-shapes.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../testing/gateway-harness.ts';

type Key = keyof typeof gatewayRoutes;
type Values = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  as?: TestMember;
};

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
/** Ids by the name of the parameter that takes them. */
const ids: Record<string, string> = {};

const [monday, sunday] = ['2026-11-09', '2026-11-15'];

/** Calls a row, as the owner where nobody else is named; the harness compares the answer with the row. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape come back
async function expectAnswer(key: Key, { params = {}, query, body, as = owner }: Values = {}): Promise<any> {
  const row = gatewayRoutes[key] as RouteDefinition;
  const { method, path } = splitRouteKey(key);
  const url = path.slice(1).replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? ids[name]));
  const answer = await gateway.call(method, url, { as, body, ...(query ? { query } : {}) });
  expect([answer.status, key, answer.status >= 300 && answer.text]).toEqual([row.status ?? 200, key, false]);
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

  test.each(['Submit', 'Disapprove', 'Undo', 'Disapprove', 'Submit', 'Withdraw', 'Submit'] as const)(
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
    ids.longWorkID = transfer.transferID;
  });

  const range = { from: monday, to: '2026-11-22' };
  const reads: [Key, (() => Values)?][] = [
    ['GET /RegionMaster/GetRegionCode'],
    ['GET /RegionMaster'],
    ['GET /Subscription/GetSubscriptionActiveStatus'],
    ['GET /General/IsEmailConfirm/:uuid', () => ({ params: { uuid: owner.userUuid } })],
    ['GET /ProjectTypeMaster'],
    ['GET /AppRole'],
    ['GET /Changes'],
    ['GET /Workspace'],
    ['GET /Workspace/Settings'],
    ['GET /Workspace/Holidays'],
    ['GET /Workspace/Holidays/Countries', () => ({ query: { language: 'de' } })],
    ['GET /Workspace/Holidays/Suggested', () => ({ query: { country: 'CH', state: 'ZH', year: '2026' } })],
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
    ['GET /Search', () => ({ query: { q: 'pier' } })],
    ['GET /Timer/Overview'],
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
    ['GET /LongWork'],
    ['GET /LongWork/:id', () => ({ params: { id: String(ids.longWorkID) } })],
  ];

  test.each(reads.map(([key, values], at) => ({ key, values, at })))(
    'of $key ($at)',
    async ({ key, values }) => {
      await expectAnswer(key, values?.());
    },
  );

  test('of what ends things', async () => {
    const { projectID, activityID } = ids;
    const other = async (key: Key, body: object) => expectAnswer(key, { body });
    const client = await other('POST /Clients', { clientName: 'Lighthouse' });
    await expectAnswer('POST /Clients/:id/Merge', {
      params: { id: String(ids.clientID) },
      body: { from: client.clientID },
    });
    const activity = await other('POST /Activities', { activityName: 'Tarring' });
    await expectAnswer('POST /Activities/:id/Merge', {
      params: { id: String(activityID) },
      body: { from: activity.activityID },
    });
    for (const [path, id] of [
      ['Clients', client.clientID],
      ['Activities', activity.activityID],
    ] as const) {
      await expectAnswer(`PUT /${path}/:id/Restore`, { params: { id } });
      await expectAnswer(`DELETE /${path}/:id`, { params: { id }, query: { hard: 'true' } });
    }
    const project = await other('POST /Projects', { projectName: 'Mole' });
    await expectAnswer('DELETE /Projects/:id', {
      params: { id: project.projectID },
      query: { hard: 'true' },
    });
    await expectAnswer('PUT /Projects/:id/Restore', { params: { id: project.projectID } });
    await expectAnswer('PUT /Tags/:id', {
      params: { id: String(ids.tagID) },
      body: { version: 1, color: null },
    });
    await expectAnswer('DELETE /Tags/:id', { params: { id: String(ids.tagID) } });
    const entry = await other('POST /TimeSheet', { projectID, workDate: '2026-10-05', minutes: 5 });
    await expectAnswer('DELETE /TimeSheet/:timesheetID', { params: { timesheetID: entry.timesheetID } });
    await expectAnswer('PUT /Trash/Entries/:id/Restore', { params: { id: entry.timesheetID } });
    const { version } = await expectAnswer('GET /Timer');
    await expectAnswer('PUT /Timer', { body: { version, comment: 'Rope' } });
    await expectAnswer('POST /Timer/Stop', { body: { projectID } });
    const at = new Date(gateway.clock.now().getTime() - 60_000 * 30);
    const span = { startedAt: at.toISOString(), endedAt: gateway.clock.now().toISOString() };
    const { drafts } = await expectAnswer('POST /Timer/Record', { body: span });
    const [draft] = (await expectAnswer('GET /Timer/Overview')).drafts;
    expect(drafts).toEqual([{ draftID: draft.draftID, reason: 'project_missing' }]);
    const params = { draftID: String(draft.draftID) };
    await expectAnswer('PUT /Timer/Drafts/:draftID', { params, body: { version: 1, comment: 'Rope' } });
    await expectAnswer('DELETE /Timer/Drafts/:draftID', { params });
    const { saved } = await expectAnswer('POST /Timer/Record', { body: { ...span, projectID } });
    await expectAnswer('POST /Timer/Undo', { body: { saved, drafts: [] } });
    await expectAnswer('POST /Timer/Start', { body: { projectID } });
    await expectAnswer('DELETE /Timer');
    await expectAnswer('POST /LongWork/:id/Cancel', { params: { id: String(ids.longWorkID) } });
    await expectAnswer('DELETE /Calendar');
    const [token] = await expectAnswer('GET /Tokens');
    await expectAnswer('DELETE /Tokens/:id', { params: { id: token.tokenID } });
    const [rate] = await expectAnswer('GET /Rates');
    await expectAnswer('DELETE /Rates/:id', { params: { id: rate.rateID } });
    await expectAnswer('POST /Webhooks/:id/Secret', { params: { id: String(ids.webhookID) } });
    await expectAnswer('DELETE /Webhooks/:id', { params: { id: String(ids.webhookID) } });
    await expectAnswer('POST /Content', { body: { query: '{ pageCollection { items { slug } } }' } });
  });

  test('of changes to people and the workspace', async () => {
    const ghost = await expectAnswer('POST /TeamMember/Placeholders', { body: { firstName: 'Gus' } });
    const params = { id: ghost.id };
    await expectAnswer('PUT /TeamMember/:id', { params, body: { version: 1, lastName: 'Ghost' } });
    await expectAnswer('DELETE /TeamMember/:id', { params });
    await expectAnswer('PUT /TeamMember/:id/Restore', { params });
    const { teamMemberID } = await gateway.addMember(workspace);
    await expectAnswer('POST /TeamMember/:id/Merge', {
      params: { id: teamMemberID },
      body: { from: ghost.id },
    });
    const preferences = { params: { id: owner.teamMemberID }, body: { theme: 'dark' } };
    await expectAnswer('PUT /TeamMember/:id/Preferences', preferences);
    const { version } = await expectAnswer('GET /Workspace/Settings');
    await expectAnswer('PUT /Workspace/Settings', { body: { version, weeklyMinutes: 2400 } });
    // Somebody has a week to hand in from the day on which they came.
    const today = new Date().toISOString().slice(0, 10);
    const query = { status: 'open', from: monday, to: weekEndOf(today) };
    const [open] = await expectAnswer('GET /TimeSheet/Weeks', { query });
    const items = [{ teamMemberID: open.teamMemberID, weekEndDate: open.weekEndDate }];
    await expectAnswer('POST /TimeSheet/Remind', { body: { items } });
  });

  test('of an approval and its end, by somebody else than the person', async () => {
    const person = await gateway.addMember(workspace);
    const { projectID } = ids;
    const key = { teamMemberID: person.teamMemberID, weekEndDate: sunday };
    await expectAnswer('POST /TimeSheet', {
      body: { projectID, workDate: monday, minutes: 30, teamMemberID: person.teamMemberID },
    });
    for (const step of ['Submit', 'Approve', 'Reopen'] as const) {
      const { week } = await expectAnswer('GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate', {
        params: key,
      });
      const reason = step === 'Reopen' ? { reason: 'Forgot one' } : {};
      const items = [{ ...key, version: week.version }];
      const as = step === 'Submit' ? person : owner;
      const { results } = await expectAnswer(`POST /TimeSheet/${step}`, { as, body: { items, ...reason } });
      expect(results[0].error).toBeNull();
    }
  });

  test('of a payment that is only played', async () => {
    await expectAnswer('POST /Subscription/Simulate', { body: { event: 'pay' } });
  });

  test('of reports', async () => {
    const range = { from: monday, to: sunday };
    const groupBy = ['client', 'tag', 'day'];
    await expectAnswer('POST /Reports/Query', { body: { ...range, groupBy, withMoney: true } });
    await expectAnswer('POST /Reports/Entries', { body: range });
  });
});

test('a shape with a field too many or too few is noticed', () => {
  const body = { isActive: true, createdAt: null, lastUsedAt: null };
  expect(() => checkAnswer('GET', 'Calendar', { status: 200, body })).not.toThrow();
  const { lastUsedAt: _none, ...lacking } = body;
  for (const wrong of [lacking, { ...body, secret: newId() }]) {
    expect(() => checkAnswer('GET', 'Calendar', { status: 200, body: wrong })).toThrow('GET /Calendar');
  }
  expect(() => checkAnswer('GET', 'Calendar', { status: 201, body })).toThrow('201');
});
