import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';
import { type EventReader, readEvents } from './event-reader.fixture.ts';

let gateway: GatewayHarness;
let peer: { app: FastifyInstance; close(): Promise<void> };
let workspace: TestWorkspace;
let owner: TestMember;
let approver: TestMember;
let member: TestMember;
let editor: TestMember;
let projectID: string;
const open: EventReader[] = [];
const weekEndDate = '2026-11-22';
const minute = 60_000;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  peer = await gateway.startPeer();
  await Promise.all([gateway.app, peer.app].map((app) => app.listen({ port: 0, host: '127.0.0.1' })));
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  approver = await gateway.addMember(workspace);
  editor = await gateway.addMember(workspace, { role: 'editor' });
  member = await gateway.addMember(workspace, { approverID: approver.teamMemberID });
  projectID = (await call('POST', 'Projects', owner, { projectName: 'Pier' })).projectID;
});
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});
afterAll(async () => {
  await peer?.close();
  await gateway?.close();
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: TestMember, body?: unknown) {
  const answer = await gateway.call(method, path, { as, ...(body === undefined ? {} : { body }) });
  expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
  return answer.body;
}
const save = () => call('POST', 'TimeSheet', member, { projectID, workDate: weekEndDate, minutes: 5 });
const submit = async (action = 'Submit') => {
  const { week } = await call('GET', `TimeSheet/GetByWeek/${member.teamMemberID}/${weekEndDate}`, member);
  const item = { teamMemberID: member.teamMemberID, weekEndDate, version: week.version };
  const { results } = await call('POST', `TimeSheet/${action}`, member, { items: [item] });
  expect(results[0]).toMatchObject({ status: 200 });
};
const week = () => ({ topic: 'week', teamMemberID: member.teamMemberID, weekEndDate });
const changesAfter = async (mark: string, as: TestMember) =>
  (await call('GET', `Changes?after=${encodeURIComponent(mark)}`, as)).changes as object[];

/** Where the feed is now; one that begins is told where its process was at its last look. */
const markOfNow = async (as: TestMember) => {
  const { mark } = await call('GET', 'Changes', as);
  return (await call('GET', `Changes?after=${encodeURIComponent(mark)}`, as)).mark as string;
};

const inOrder = (changes: object[]) => changes.map((change) => JSON.stringify(change)).toSorted();

/** The next event about the member's week; a reader may hear again of what was before its mark. */
async function hearWeek(reader: EventReader): Promise<void> {
  let event = await reader.next();
  while (!event.changes.some(({ topic }) => topic === 'week')) event = await reader.next();
  expect(event.isComplete).toBe(true);
  expect(event.changes).toContainEqual(week());
}

async function read(app: FastifyInstance, as: TestMember, headers: Record<string, string> = {}) {
  const reader = await readEvents(app, { ...(await gateway.headersOf(as)), ...headers });
  open.push(reader);
  return reader;
}

describe('who hears what', () => {
  /** What each hears of a change; those who are not named hear nothing. */
  test.each<[name: string, change: () => Promise<unknown>, heard: () => Record<string, object[]>]>([
    ['a saved cell', save, () => ({ owner: [week()], approver: [week()], member: [week()] })],
    [
      'a week that is handed in',
      () => submit(),
      () => ({
        owner: [week(), { topic: 'inbox' }],
        approver: [week(), { topic: 'inbox' }],
        // Who manages projects may have it to decide on.
        editor: [{ topic: 'inbox' }],
        member: [week()],
      }),
    ],
    [
      'and taken back',
      () => submit('Withdraw'),
      () => ({
        owner: [week(), { topic: 'inbox' }],
        approver: [week(), { topic: 'inbox' }],
        editor: [{ topic: 'inbox' }],
        member: [week()],
      }),
    ],
    [
      'a timer',
      () => call('POST', 'Timer/Start', member, { projectID }),
      () => ({ member: [{ topic: 'timer' }] }),
    ],
    [
      'a name',
      () => call('POST', 'Clients', owner, { clientName: 'Harbour' }),
      () => everybody({ topic: 'catalog' }),
    ],
    [
      'a person',
      async () => {
        const path = `TeamMember/${editor.teamMemberID}`;
        const { version } = await call('GET', path, owner);
        await call('PUT', path, owner, { lastName: 'Lind', version });
      },
      () => everybody({ topic: 'people' }, { topic: 'catalog' }),
    ],
    [
      'a setting',
      async () => {
        const { version } = await call('GET', 'Workspace/Settings', owner);
        await call('PUT', 'Workspace/Settings', owner, { submitDueDays: 3, version });
      },
      () => everybody({ topic: 'workspace' }),
    ],
    [
      'a token of somebody',
      () => call('POST', 'Tokens', member, { name: 'Script', scopes: ['read'] }),
      () => ({}),
    ],
  ])('%s', async (_name, change, heard) => {
    const stranger = (await gateway.addWorkspace()).owner;
    const mark = await markOfNow(owner);
    await change();
    const people = { owner, approver, editor, member, stranger };
    const found: Record<string, string[]> = {};
    for (const [name, person] of Object.entries(people)) {
      const changes = await changesAfter(mark, person);
      if (changes.length > 0) found[name] = inOrder(changes);
    }
    const expected = Object.entries(heard()).map(([name, changes]) => [name, inOrder(changes)]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  const everybody = (...changes: object[]) => ({
    owner: changes,
    approver: changes,
    editor: changes,
    member: changes,
  });
});

describe('a mark', () => {
  test('is where to go on from; without one, or with one of another server, nothing counts as known', async () => {
    const begun = await call('GET', 'Changes', member);
    expect(begun).toEqual({ mark: expect.any(String), isComplete: false, changes: [] });
    const mark = await markOfNow(member);
    await save();
    const next = await call('GET', `Changes?after=${encodeURIComponent(mark)}`, member);
    expect(next).toEqual({ mark: expect.any(String), isComplete: true, changes: [week()] });
    const foreign = begun.mark.replace(/^\d+/, '1');
    expect(await call('GET', `Changes?after=${encodeURIComponent(foreign)}`, member)).toMatchObject({
      isComplete: false,
    });
    const refused = await gateway.call('GET', "Changes?after=1';", { as: member });
    expect([refused.status, refused.body.error.type]).toEqual([400, 'bad_request_error']);
  });
});

describe('a stream', () => {
  test('begins with a mark, tells what happens in its process and in another one, and goes on anywhere', async () => {
    const first = await read(gateway.app, member);
    expect([first.status, first.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const begun = await first.next();
    expect(begun).toMatchObject({ isComplete: false, changes: [], id: begun.mark });
    const second = await read(peer.app, member, { 'last-event-id': begun.id });
    expect(await second.next()).toMatchObject({ isComplete: true, changes: [] });

    const heard = [hearWeek(first), hearWeek(second)];
    await save();
    await Promise.all(heard);

    const again = await read(peer.app, member, { 'last-event-id': begun.id });
    expect(await again.next()).toMatchObject({ isComplete: true, changes: [week()] });
    const lost = await read(peer.app, member, { 'last-event-id': 'of another house' });
    expect(await lost.next()).toMatchObject({ isComplete: false, changes: [] });
  });

  test('tells an approver of whom they decide on from then on', async () => {
    const late = await gateway.addMember(workspace);
    const reader = await read(gateway.app, late);
    await reader.next();
    const path = `TeamMember/${member.teamMemberID}`;
    const { version } = await call('GET', path, owner);
    const told = reader.next();
    await call('PUT', path, owner, { approverID: late.teamMemberID, version });
    expect((await told).changes).toContainEqual({ topic: 'people' });
    // The new list is read after the change was told, so saves go on until it is there.
    let isHeard = false;
    const heard = hearWeek(reader).then(() => {
      isHeard = true;
    });
    while (!isHeard) await save();
    await heard;
  });

  /** Each ends the right to the stream; the time that passes is what another process may be behind. */
  test.each<[name: string, end: (who: TestMember) => Promise<unknown>, afterMs: number]>([
    [
      'its session',
      async (who) => {
        const { sessionid } = await gateway.headersOf(who);
        gateway.provider.endSession(String(sessionid));
      },
      5001,
    ],
    ['a raised version', async (who) => gateway.provider.raiseVersion(who.userUuid, 2), 5001],
    ['the membership', (who) => call('DELETE', `TeamMember/${who.teamMemberID}`, owner), 2001],
    ['its access token', async () => {}, 11 * minute],
  ])('ends with %s', async (_name, end, afterMs) => {
    const who = await gateway.addMember(workspace);
    const reader = await read(peer.app, who);
    await reader.next();
    await end(who);
    gateway.clock.move(afterMs);
    await expect(reader.ended).resolves.toBeUndefined();
  });

  test('is one of four of a session at most, and one that is closed makes room', async () => {
    const who = await gateway.addMember(workspace);
    const readers = await Promise.all([1, 2, 3, 4].map(() => read(gateway.app, who)));
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const fifth = await read(gateway.app, who);
    expect(fifth.status).toBe(429);
    readers[0]?.close();
    await expect.poll(async () => (await read(gateway.app, who)).status, { timeout: 20_000 }).toBe(200);
  });

  test('signed out is refused, and a HEAD ends at once', async () => {
    const { authorization: _none, ...signedOut } = await gateway.headersOf(member);
    expect((await readEvents(gateway.app, signedOut)).status).toBe(401);
    const headers = { ...(await gateway.headersOf(member)), accept: 'text/event-stream' };
    expect((await gateway.app.inject({ method: 'HEAD', url: '/api/Changes', headers })).statusCode).toBe(200);
  });

  test('ends with its process', async () => {
    const third = await gateway.startPeer();
    await third.app.listen({ port: 0, host: '127.0.0.1' });
    const reader = await read(third.app, member);
    await reader.next();
    await third.close();
    await expect(reader.ended).resolves.toBeUndefined();
  });
});
