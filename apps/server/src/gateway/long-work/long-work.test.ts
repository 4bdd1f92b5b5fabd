import { randomBytes } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import type { Standings } from '../access/standings.ts';
import type { MemberContext } from '../context.ts';
import { createJobWorker } from '../jobs/worker.ts';
import { beginLongWork, jobKindOf } from './begin.ts';
import { partBytes } from './parts.ts';
import { type DoLongWork, runLongWork } from './run.ts';

const desk = openGatewayDesk();
const bytes = randomBytes(2 * partBytes + 12_345);

/** As the provider says it at this moment. */
const standings: Standings = {
  async get(userUuid) {
    const { authorization = {} } = desk.gateway.provider.people.get(userUuid) ?? {};
    const memberships = Object.fromEntries(
      Object.entries(authorization).map(([id, { roles }]) => [id, { roles, since: null }]),
    );
    return { standing: { isLocked: false, tokensValidFrom: null, memberships }, askedAt: new Date() };
  },
};

function begin(as: TestMember = desk.owner, alone?: string): Promise<string> {
  const { clock, databases } = desk.gateway;
  const { tenantId } = desk.workspace;
  const context = { tenantId, identity: { userUuid: as.userUuid }, info: { now: clock.now() } };
  return databases.us.database.withTenant(tenantId, async (tx) => {
    const { id } = await beginLongWork(clock, tx, context as MemberContext, {
      kind: 'export',
      ability: 'data.exportAll',
      file: { name: 'Zeit “Hafen”.bin', contentType: 'application/octet-stream' },
      ...(alone ? { alone } : {}),
    });
    return id;
  });
}

function work(perform: DoLongWork): Promise<number> {
  const { database, queue } = desk.gateway.databases.us;
  return createJobWorker({
    regions: [{ code: 'us', database, queue }],
    log: { error: () => {}, warn: () => {} },
    handlers: { [jobKindOf('export')]: runLongWork(desk.gateway.clock, standings, perform) },
    periodic: [],
  }).runDue();
}

const writeAll: DoLongWork = async (run) => {
  const file = await run.openFile();
  for (let at = 0; at < bytes.length; at += 100_000) await file.write(bytes.subarray(at, at + 100_000));
  await run.step(1, 2);
  await run.finish({ rows: 2, result: { entries: 2 }, sizeBytes: await file.end() });
};

async function fetchFile(id: string, headers: Record<string, string> = {}, as = desk.owner) {
  const answer = await desk.gateway.app.inject({
    method: 'GET',
    url: `/api/LongWork/${id}/File`,
    headers: { ...(await desk.gateway.headersOf(as)), ...headers },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: answer.rawPayload,
    text: answer.payload,
  };
}

const stateOf = async (id: string) => (await desk.get(`LongWork/${id}`)).body;

async function partsOf(id: string): Promise<number> {
  const { count } = await desk.gateway
    .owner(desk.workspace)
    .one<{ count: number }>(
      sql`select count(*) as count from app.transfer_part where tenant_id = ${desk.workspace.tenantId} and transfer_id = ${id}`,
    );
  return count;
}

test('a file is there when the work is done, in the list of whoever began it and of nobody else', async () => {
  const id = await begin();
  expect(await stateOf(id)).toMatchObject({ status: 'queued', fileUntil: null });
  expect((await fetchFile(id)).status).toBe(422);
  await work(writeAll);
  expect(await stateOf(id)).toMatchObject({
    status: 'done',
    rowsDone: 2,
    rowsTotal: 2,
    result: { entries: 2 },
    sizeBytes: bytes.length,
    fileName: 'Zeit “Hafen”.bin',
  });
  const file = await fetchFile(id);
  expect(file.bytes.equals(bytes)).toBe(true);
  expect(file.headers).toMatchObject({ 'accept-ranges': 'bytes', etag: `"${id}"` });
  expect(file.headers['content-disposition']).toBe(
    'attachment; filename="Zeit _Hafen_.bin"; filename*=UTF-8\'\'Zeit%20%E2%80%9CHafen%E2%80%9D.bin',
  );
  const admin = await desk.gateway.addMember(desk.workspace, { role: 'admin' });
  const ids = async (as?: TestMember) =>
    (await desk.get('LongWork', as)).body.map((one: { longWorkID: string }) => one.longWorkID);
  expect(await ids()).toContain(id);
  for (const stranger of [admin, desk.other.owner]) {
    expect(await ids(stranger)).toEqual([]);
    expect((await desk.get(`LongWork/${id}`, stranger)).status).toBe(404);
    expect((await fetchFile(id, {}, stranger)).status).toBe(404);
    expect((await desk.post(`LongWork/${id}/Cancel`, {}, stranger)).status).toBe(404);
  }
});

test('a download that broke goes on where it was, over the ends of parts', async () => {
  const id = await begin();
  await work(writeAll);
  const cut = partBytes - 7;
  const rest = await fetchFile(id, { range: `bytes=${cut}-`, 'if-range': `"${id}"` });
  expect([rest.status, rest.headers['content-range']]).toEqual([
    206,
    `bytes ${cut}-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(Buffer.concat([bytes.subarray(0, cut), rest.bytes]).equals(bytes)).toBe(true);
  const few = await fetchFile(id, { range: `bytes=${partBytes - 2}-${partBytes + 1}` });
  expect(few.bytes.equals(bytes.subarray(partBytes - 2, partBytes + 2))).toBe(true);
  const other = await fetchFile(id, { range: 'bytes=5-9', 'if-range': '"another"' });
  expect([other.status, other.bytes.length]).toEqual([200, bytes.length]);
  const beyond = await fetchFile(id, { range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
  expect((await fetchFile(id, { 'if-none-match': `"${id}"` })).status).toBe(304);
});

test('the file is there tomorrow, and after two days it says that it is gone', async () => {
  const id = await begin();
  await work(writeAll);
  desk.gateway.clock.move(40 * 3_600_000);
  expect((await fetchFile(id)).status).toBe(200);
  desk.gateway.clock.move(9 * 3_600_000);
  const gone = await fetchFile(id);
  expect([gone.status, JSON.parse(gone.text).error.type]).toEqual([410, 'gone']);
  expect(await stateOf(id)).toMatchObject({ status: 'done', fileName: null, fileUntil: null });
});

test('what is cancelled in the middle stops at its next step and leaves nothing', async () => {
  const id = await begin();
  let after = 'not stopped';
  await work(async (run) => {
    const file = await run.openFile();
    await file.write(bytes);
    expect(await partsOf(id)).toBe(2);
    const answer = await desk.post(`LongWork/${id}/Cancel`, {});
    expect([answer.status, answer.body.status]).toEqual([200, 'cancelled']);
    await file.write(bytes).catch((error: unknown) => {
      after = 'stopped';
      throw error;
    });
  });
  expect(after).toBe('stopped');
  expect(await partsOf(id)).toBe(0);
  expect(await stateOf(id)).toMatchObject({ status: 'cancelled', error: null });
  const again = await desk.post(`LongWork/${id}/Cancel`, {});
  expect([again.status, again.body.error.type]).toEqual([422, 'state_conflict']);
});

test('what is cancelled before it begins never runs', async () => {
  const id = await begin();
  await desk.post(`LongWork/${id}/Cancel`, {});
  let runs = 0;
  await work(async () => void runs++);
  expect([runs, (await stateOf(id)).status]).toEqual([0, 'cancelled']);
});

test('a run that another took over writes no more, so that nothing happens twice', async () => {
  const id = await begin();
  const { clock, databases } = desk.gateway;
  const handler = (perform: DoLongWork) => runLongWork(clock, standings, perform);
  const job = { id, tenantId: desk.workspace.tenantId, kind: 'long.export', payload: { id }, attempts: 1 };
  const place = { code: 'us', ...databases.us };
  let ends = 0;
  await handler(async (first) => {
    const file = await first.openFile();
    await file.write(bytes);
    // Its process hung and gave no sign of life: another one begins anew and comes to the end.
    await handler(writeAll)(job, place);
    await first.finish({ rows: 99, sizeBytes: await file.end() });
    ends++;
  })(job, place);
  expect(ends).toBe(0);
  expect(await stateOf(id)).toMatchObject({ status: 'done', rowsDone: 2 });
  expect((await fetchFile(id)).bytes.equals(bytes)).toBe(true);
  await work(async () => void ends++);
  expect(ends).toBe(0);
});

test('what fails for a reason of its own says it and is not tried again; a fault of ours is', async () => {
  const refused = await begin();
  await work(async (run) => {
    await (await run.openFile()).write(bytes);
    throw new AppError('file_invalid', { message: 'Line 7 has no date.' });
  });
  expect(await stateOf(refused)).toMatchObject({
    status: 'failed',
    error: 'Line 7 has no date.',
    errorCode: 'file_invalid',
  });
  expect(await partsOf(refused)).toBe(0);
  const broken = await begin();
  await work(async () => {
    throw new Error('the disk is full');
  });
  expect(await stateOf(broken)).toMatchObject({ status: 'running', error: null });
});

test('security 6: it stops, and its file is closed, when whoever began it may see less than then', async () => {
  const admin = await desk.gateway.addMember(desk.workspace, { role: 'admin' });
  const person = desk.gateway.provider.people.get(admin.userUuid) as { authorization: object };
  const roles = (role: string) => ({ [desk.workspace.publicId]: { roles: [role] } });
  const id = await begin(admin);
  await work(writeAll);
  expect((await fetchFile(id, {}, admin)).status).toBe(200);
  person.authorization = roles('editor');
  desk.gateway.clock.move(6000);
  const refused = await fetchFile(id, {}, admin);
  expect([refused.status, JSON.parse(refused.text).error.type]).toEqual([403, 'forbidden']);
  person.authorization = roles('admin');
  const next = await begin(admin);
  await work(async (run) => {
    person.authorization = roles('member');
    await run.step(1, 2);
  });
  const { body } = await desk.get(`LongWork/${next}`, admin);
  expect(body).toMatchObject({ status: 'failed', errorCode: 'forbidden' });
});

test('of what runs alone a second one is refused while the first is open', async () => {
  const first = await begin(desk.owner, 'workspace');
  await expect(begin(desk.owner, 'workspace')).rejects.toMatchObject({ code: 'in_progress' });
  await desk.post(`LongWork/${first}/Cancel`, {});
  const second = await begin(desk.owner, 'workspace');
  expect((await stateOf(second)).status).toBe('queued');
});
