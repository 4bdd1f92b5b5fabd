import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { createBlockCounter } from '../../testing/blocks.ts';
import {
  type Answer,
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
  toAnswer,
} from '../../testing/gateway-harness.ts';

/** Two processes: what is written in the first, the second may have in memory. Time stands still but where it is moved. */
let gateway: GatewayHarness;
let peer: { app: FastifyInstance; close(): Promise<void> };
let workspace: TestWorkspace;
let member: TestMember;
let projectID: string;
const weekEndDate = '2026-11-22';

beforeAll(async () => {
  gateway = await createGatewayHarness();
  peer = await gateway.startPeer();
  workspace = await gateway.addWorkspace();
  const made = await atFirst('POST', 'Projects', workspace.owner, { projectName: 'Pier' });
  projectID = made.body.projectID;
});
afterAll(async () => {
  await peer?.close();
  await gateway?.close();
});
beforeEach(async () => {
  member = await gateway.addMember(workspace);
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const atFirst = (method: Method, path: string, as: TestMember, body?: unknown) =>
  gateway.call(method, path, { as, ...(body === undefined ? {} : { body }) });

async function atPeer(path: string, as: TestMember, more: Record<string, string> = {}): Promise<Answer> {
  const headers = { ...(await gateway.headersOf(as)), ...more };
  return toAnswer(await peer.app.inject({ method: 'GET', url: `/api/${path}`, headers }));
}

const save = async (minutes: number) => {
  const answer = await atFirst('POST', 'TimeSheet', member, { projectID, workDate: weekEndDate, minutes });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return String(answer.headers['x-last-write']);
};
const week = () => `TimeSheet/GetByWeek/${member.teamMemberID}/${weekEndDate}`;
/** Reads a week as one who has it already, and has written nothing but what is named. */
const readAgain = (etag: string, lastWrite?: string) =>
  atPeer(week(), member, {
    'if-none-match': etag,
    ...(lastWrite === undefined ? {} : { 'x-last-write': lastWrite }),
  });

/** A week that the peer has answered, and now has in memory. */
async function warmWeek(): Promise<string> {
  const etag = String((await atPeer(week(), member)).headers.etag);
  expect((await readAgain(etag, '0')).status).toBe(304);
  return etag;
}

describe('a week in memory', () => {
  test('that did not change is answered without SQL, only to who says what it wrote', async () => {
    const counter = await createBlockCounter(gateway.databases.us.database.pool.options.database ?? '');
    await gateway.clock.hold(async () => {
      const etag = await warmWeek();
      const blocks = (lastWrite?: string) =>
        counter.blocksOf(async () => expect((await readAgain(etag, lastWrite)).status).toBe(304));
      expect(await blocks('0')).toBe(0);
      expect(await blocks()).toBeGreaterThan(0);
      expect(await blocks('not a number')).toBeGreaterThan(0);
    });
    await counter.close();
  });

  test('is never of before the last write of the session that asks', async () => {
    await gateway.clock.hold(async () => {
      const etag = await warmWeek();
      const lastWrite = await save(60);
      // The peer has not looked since: who wrote nothing may be answered from two seconds ago.
      expect((await readAgain(etag, '0')).status).toBe(304);
      const answer = await readAgain(etag, lastWrite);
      expect([answer.status, answer.body.entries.length]).toEqual([200, 1]);
      expect((await readAgain(etag, '0')).status).toBe(200);
    });
  });

  test('is never of before a write in the same process', async () => {
    await gateway.clock.hold(async () => {
      const read = async (etag = '') => {
        const headers = { 'x-last-write': '0', ...(etag ? { 'if-none-match': etag } : {}) };
        return gateway.call('GET', week(), { as: member, headers });
      };
      const etag = String((await read()).headers.etag);
      expect((await read(etag)).status).toBe(304);
      await save(60);
      expect((await read(etag)).status).toBe(200);
    });
  });

  test('is seen by nobody who may not see the week', async () => {
    await gateway.clock.hold(async () => {
      const etag = await warmWeek();
      const colleague = await gateway.addMember(workspace);
      const headers = { 'if-none-match': etag, 'x-last-write': '0' };
      expect((await atPeer(week(), colleague, headers)).status).toBe(404);
      expect((await atPeer(week(), workspace.owner, headers)).status).toBe(304);
      const stranger = (await gateway.addWorkspace()).owner;
      expect((await atPeer(week(), stranger, headers)).status).toBe(404);
    });
  });

  test('is not answered 2 s after the last look, while changes cannot be read', async () => {
    await gateway.clock.hold(async () => {
      const etag = await warmWeek();
      await save(60);
      expect((await readAgain(etag, '0')).status).toBe(304);
      const owner = gateway.owner(workspace);
      await owner.run(sql`revoke select on app.change from app_rw`);
      gateway.clock.move(2001);
      expect((await readAgain(etag, '0')).status).toBe(200);
      await owner.run(sql`grant select on app.change to app_rw`);
    });
  });
});

describe('what a process keeps of a person ends with the next look at what changed', () => {
  /** Less than anything kept may be old by itself. */
  const nextLook = () => gateway.clock.move(2001);

  test('a membership', async () => {
    await gateway.clock.hold(async () => {
      expect((await atPeer('Workspace', member)).status).toBe(200);
      const gone = await atFirst('DELETE', `TeamMember/${member.teamMemberID}`, workspace.owner);
      expect(gone.status).toBe(200);
      nextLook();
      expect((await atPeer('Workspace', member)).status).toBe(403);
    });
  });

  test('a personal token', async () => {
    await gateway.clock.hold(async () => {
      const body = { name: 'Script', scopes: ['read'] };
      const made = (await atFirst('POST', 'Tokens', member, body)).body;
      const { host } = await gateway.headersOf(member);
      const read = async () => {
        const headers = { authorization: `Bearer ${made.token}`, host: String(host) };
        return (await peer.app.inject({ method: 'GET', url: '/api/Workspace', headers })).statusCode;
      };
      expect(await read()).toBe(200);
      await atFirst('DELETE', `Tokens/${made.tokenID}`, member);
      nextLook();
      expect(await read()).toBe(401);
    });
  });

  test('settings of the workspace, and at once for who changed them', async () => {
    await gateway.clock.hold(async () => {
      const editor = await gateway.addMember(workspace, { role: 'editor' });
      expect((await atPeer('Rates', editor)).status).toBe(403);
      const { version } = (await atFirst('GET', 'Workspace/Settings', workspace.owner)).body;
      const body = { editorsSeeBillRates: true, version };
      const changed = await atFirst('PUT', 'Workspace/Settings', workspace.owner, body);
      expect((await atPeer('Rates', editor)).status).toBe(403);
      const seen = { 'x-last-write': String(changed.headers['x-last-write']) };
      expect((await atPeer('Rates', editor, seen)).status).toBe(200);
    });
  });
});

test('what is read names no write, and what a caller says of its writes is taken as it comes', async () => {
  const read = await atFirst('GET', 'Projects', workspace.owner);
  expect(read.headers['x-last-write']).toBeUndefined();
  for (const said of ['', '1,'.repeat(40), '-1', '1e3', newId(), '99999999999999999999']) {
    expect([said, (await atPeer('Projects', workspace.owner, { 'x-last-write': said })).status]).toEqual([
      said,
      200,
    ]);
  }
});
