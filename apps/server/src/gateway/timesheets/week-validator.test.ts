import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  type Answer,
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
  toAnswer,
} from '../../testing/gateway-harness.ts';

/** Changes are made in one process; a second one, which has just answered 304, must not do so again. */
let gateway: GatewayHarness;
let peer: { app: FastifyInstance; close(): Promise<void> };
let workspace: TestWorkspace;
let member: TestMember;
let ids: {
  client: string;
  otherClient: string;
  project: string;
  activity: string;
  tag: string;
  entry: string;
};

/** Of anybody: who knows of a change must not be shown what was before. */
let lastWrite = '0';
const [weekEndDate, monday] = ['2026-11-22', '2026-11-16'];

beforeAll(async () => {
  gateway = await createGatewayHarness();
  peer = await gateway.startPeer();
  workspace = await gateway.addWorkspace();
  member = await gateway.addMember(workspace);
  const client = (await owner('POST', 'Clients', { clientName: 'Before' })).clientID;
  const otherClient = (await owner('POST', 'Clients', { clientName: 'Other' })).clientID;
  const project = (await owner('POST', 'Projects', { projectName: 'Before', clientID: client })).projectID;
  const activity = (await owner('POST', 'Activities', { activityName: 'Before' })).activityID;
  const tag = (await owner('POST', 'Tags', { tagName: 'Before' })).tagID;
  ids = { client, otherClient, project, activity, tag, entry: newId() };
  await save({});
});
afterAll(async () => {
  await peer?.close();
  await gateway?.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(as: TestMember, method: Method, path: string, body?: unknown) {
  const answer = await gateway.call(method, path, { as, ...(body === undefined ? {} : { body }) });
  expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
  lastWrite = String(answer.headers['x-last-write'] ?? lastWrite);
  return answer.body;
}
const owner = (method: Method, path: string, body?: unknown) => call(workspace.owner, method, path, body);
const mine = (method: Method, path: string, body?: unknown) => call(member, method, path, body);
const save = (entry: object) =>
  mine('PUT', 'TimeSheet/SaveWeek', {
    teamMemberID: member.teamMemberID,
    weekEndDate,
    upserts: [
      {
        timesheetID: ids.entry,
        projectID: ids.project,
        activityID: ids.activity,
        workDate: monday,
        minutes: 60,
        ...entry,
      },
    ],
  });
const entryVersion = async () =>
  (await mine('GET', `TimeSheet/GetByWeek/${member.teamMemberID}/${weekEndDate}`)).entries[0].version;
const step = async (as: TestMember, name: string, more: object = {}) => {
  const { week } = await mine('GET', `TimeSheet/GetByWeek/${member.teamMemberID}/${weekEndDate}`);
  const item = { teamMemberID: member.teamMemberID, weekEndDate, version: week.version };
  const { results } = await call(as, 'POST', `TimeSheet/${name}`, { items: [item], ...more });
  expect(results[0]).toMatchObject({ status: 200, error: null });
};
const versioned = async (path: string, body: object) => {
  const { version } = await owner('GET', path);
  return owner('PUT', path, { ...body, version });
};

async function readAtPeer(etag?: string): Promise<Answer> {
  const headers = {
    ...(await gateway.headersOf(member)),
    'x-last-write': lastWrite,
    ...(etag ? { 'if-none-match': etag } : {}),
  };
  const url = `/api/TimeSheet/GetByWeek/${member.teamMemberID}/${weekEndDate}`;
  return toAnswer(await peer.app.inject({ method: 'GET', url, headers }));
}

/** In this order, each on top of those before. */
const changes: [name: string, change: () => Promise<unknown>][] = [
  ['a cell is saved', async () => save({ version: await entryVersion(), minutes: 61 })],
  ['a cell gets a tag', async () => save({ version: await entryVersion(), tags: [ids.tag] })],
  ['a cell loses its tag', async () => save({ version: await entryVersion(), tags: [] })],
  ['a cell is removed', async () => mine('DELETE', `TimeSheet/${ids.entry}?version=${await entryVersion()}`)],
  ['a removed cell comes back', () => mine('PUT', `Trash/Entries/${ids.entry}/Restore`)],
  ['the project is renamed', () => versioned(`Projects/${ids.project}`, { projectName: 'After' })],
  [
    'the project gets another client',
    () => versioned(`Projects/${ids.project}`, { clientID: ids.otherClient }),
  ],
  ['the client is renamed', () => versioned(`Clients/${ids.otherClient}`, { clientName: 'After' })],
  ['clients are merged', () => owner('POST', `Clients/${ids.client}/Merge`, { from: ids.otherClient })],
  ['the activity is renamed', () => versioned(`Activities/${ids.activity}`, { activityName: 'After' })],
  [
    'the activity is merged into another',
    () => owner('POST', `Activities/${workspace.activityIDs['General']}/Merge`, { from: ids.activity }),
  ],
  [
    'a holiday is added',
    () => owner('PUT', 'Workspace/Holidays', { year: 2026, holidays: [{ date: monday, name: 'Regatta' }] }),
  ],
  [
    'the schedule of the workspace changes',
    () => versioned('Workspace/Settings', { schedule: [60, 0, 0, 0, 0, 0, 0] }),
  ],
  [
    'the schedule of the person changes',
    () => versioned(`TeamMember/${member.teamMemberID}`, { schedule: [0, 30, 0, 0, 0, 0, 0] }),
  ],
  ['the lock date moves', () => versioned('Workspace/Settings', { lockDate: '2026-11-16' })],
  ['the week is submitted', () => step(member, 'Submit')],
  ['the week is withdrawn', () => step(member, 'Withdraw')],
  ['the week is submitted again', () => step(member, 'Submit')],
  ['the week is sent back', () => step(workspace.owner, 'Disapprove', { reason: 'Which pier?' })],
];

test.each(changes)(
  '%s: the validator of before is of no more use in another process',
  async (_name, change) => {
    const before = await readAtPeer();
    const etag = String(before.headers.etag);
    expect((await readAtPeer(etag)).status).toBe(304);
    await change();
    const after = await readAtPeer(etag);
    expect(after.status).toBe(200);
    expect(after.text).not.toBe(before.text);
    expect(after.headers.etag).not.toBe(etag);
  },
);
