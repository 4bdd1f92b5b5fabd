import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestWorkspace,
  toAnswer,
} from '../../testing/gateway-harness.ts';
import { sendHttp } from '../../testing/http-call.ts';

let gateway: GatewayHarness;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => gateway?.close());

const url = '/api/Workspace/Imports';

const headersOf = async (target: TestWorkspace) => ({
  ...(await gateway.headersOf(target.owner)),
  'content-type': 'application/zip',
});

async function upload(target: TestWorkspace, file: Uint8Array = zipOf({})) {
  const headers = await headersOf(target);
  return toAnswer(await gateway.app.inject({ method: 'POST', url, headers, payload: Buffer.from(file) }));
}

type Row = Record<string, unknown>;

/** The zip of a workspace with these tables; nothing is packed, so that a damaged byte stays readable. */
function zipOf(tables: Record<string, Row[]>, more: object = {}): Uint8Array {
  const names = Object.entries(tables);
  const manifest = {
    format: 'stint-workspace',
    formatVersion: 1,
    totals: { entries: 0, minutes: 0, billableMinutes: 0 },
    tables: names.map(([name, rows]) => ({
      name,
      file: `tables/${name}.jsonl`,
      columns: Object.keys(rows[0] ?? {}),
      rows: rows.length,
    })),
    ...more,
  };
  const files = names.map(([name, rows]) => [
    `tables/${name}.jsonl`,
    strToU8(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  ]);
  return zipSync(
    Object.fromEntries([['manifest.json', strToU8(JSON.stringify(manifest))], ...files]) as Zippable,
    { level: 0 },
  );
}

const countOfWorks = async (target: TestWorkspace) =>
  (
    await gateway
      .owner(target)
      .one<{ count: number }>(
        sql`select count(*) as count from app.workspace_transfer where tenant_id = ${target.tenantId}`,
      )
  ).count;

const tag = (name: string) => ({ id: newId(), name });

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
    expect(await countOfWorks(target)).toBe(0);
  },
);

test('a new workspace takes it', async () => {
  const target = await gateway.addWorkspace();
  const answer = await upload(target, zipOf({ tag: [tag('review')] }));
  expect([answer.status, answer.body.kind, answer.body.status]).toEqual([202, 'import', 'queued']);
  expect(await countOfWorks(target)).toBe(1);
});

/** One byte becomes another, as on a bad disk. */
function damaged(file: Uint8Array, text: string): Uint8Array {
  const bytes = Buffer.from(file);
  const at = bytes.indexOf(text);
  bytes.writeUInt8(bytes.readUInt8(at) + 1, at);
  return bytes;
}

const broken: [what: string, file: () => Uint8Array, says: RegExp][] = [
  ['is no zip', () => strToU8('PK no zip yet'), /not complete/],
  ['is cut off', () => zipOf({ tag: [tag('review')] }).subarray(0, -30), /not complete/],
  [
    'has another byte in a text',
    () => damaged(zipOf({ tag: [tag('review')] }), 'review'),
    /^tables\/tag\.jsonl is damaged/,
  ],
  ['has no manifest', () => zipSync({ 'tables/tag.jsonl': strToU8('{}\n') }), /begin with a manifest/],
  ['is of something else', () => zipOf({}, { format: 'photos' }), /not the zip of a workspace/],
  [
    'lost a line',
    () =>
      zipOf(
        { tag: [tag('review')] },
        { tables: [{ name: 'tag', file: 'tables/tag.jsonl', columns: ['id', 'name'], rows: 2 }] },
      ),
    /another number of rows/,
  ],
  ['has a table that is none of a workspace', () => zipOf({ outbox: [{ id: 1 }] }), /not known here/],
];

test.each(broken)('a zip that %s is refused at upload, and nothing begins', async (_what, file, says) => {
  const target = await gateway.addWorkspace();
  const answer = await upload(target, file());
  expect([answer.status, answer.body.error.type]).toEqual([400, 'file_invalid']);
  expect(answer.body.message).toMatch(says);
  expect(await countOfWorks(target)).toBe(0);
});

test('whoever sends a large file that begins wrongly gets the refusal, not a broken connection', async () => {
  const target = await gateway.addWorkspace();
  const { port } = gateway.app.server.address() as AddressInfo;
  const answer = await sendHttp(port, {
    method: 'POST',
    path: url,
    headers: await headersOf(target),
    bytes: zipSync({ 'photo.raw': Buffer.alloc(8_000_000) }, { level: 0 }),
  });
  expect([answer.status, answer.json.error.type]).toEqual([400, 'file_invalid']);
});

test('a slow sender holds no transaction, which the database would end', async () => {
  const target = await gateway.addWorkspace();
  const file = zipOf({ tag: Array.from({ length: 40_000 }, (_, index) => tag(`review ${index}`)) });
  const half = 2_000_000;
  const connected = once(gateway.app.server, 'connection');
  const { port } = gateway.app.server.address() as AddressInfo;
  const outgoing = request({
    port,
    host: '127.0.0.1',
    agent: false,
    method: 'POST',
    path: url,
    headers: { ...(await headersOf(target)), 'content-length': file.length },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.write(file.subarray(0, half));
  const [socket] = (await connected) as [Socket];
  // What was read that far was taken by the call: it waits for the rest.
  await expect.poll(() => socket.bytesRead).toBeGreaterThanOrEqual(half);
  const held = await gateway.owner(target).rows(sql`select pid from pg_locks
    where relation = 'app.workspace_transfer'::regclass and mode = 'RowExclusiveLock'`);
  expect(held).toEqual([]);
  outgoing.end(file.subarray(half));
  const [answer] = await answered;
  answer.resume();
  expect([file.length > half, answer.statusCode]).toEqual([true, 202]);
});
