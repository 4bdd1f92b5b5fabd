import { LOGO_BOX } from '@stint/domain/workspace/logo.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chunk, drawPng } from '../../platform/png.fixture.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let house: TestWorkspace;

beforeAll(async () => {
  gateway = await createGatewayHarness();
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  house = await gateway.addWorkspace();
});

const { width, height } = LOGO_BOX;
const put = (png: Buffer, as = house.owner) =>
  gateway.call('PUT', 'Workspace/Logo', { as, body: { png: png.toString('base64') } });
const read = (path: string) => {
  const host = `${house.slug}.${gateway.config.mainDomain}`;
  return gateway.app.inject({ url: path, headers: { host } });
};
const shown = async () => (await gateway.call('GET', 'Workspace', { as: house.owner })).body.logo;

test('it is written anew without what else the file held, and shown to everybody who has its address', async () => {
  expect(await shown()).toBeNull();
  const { status, body } = await put(
    drawPng({ width, height, extra: chunk('tEXt', Buffer.from('Comment\0secret')) }),
  );
  expect([status, await shown()]).toEqual([200, body.logo]);
  const file = await read(body.logo);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png']);
  expect(file.headers['cache-control']).toContain('immutable');
  expect(file.rawPayload.includes('secret')).toBe(false);
});

test('another one has another address; what was replaced or removed is gone', async () => {
  const first = (await put(drawPng({ width: 10, height: 4 }))).body.logo;
  const second = (await put(drawPng({ width: 10, height: 5 }))).body.logo;
  expect((await read(first)).statusCode).toBe(404);
  expect((await read(second)).statusCode).toBe(200);
  const removed = await gateway.call('DELETE', 'Workspace/Logo', { as: house.owner });
  expect([removed.body, await shown(), (await read(second)).statusCode]).toEqual([{ logo: null }, null, 404]);
  const told = await gateway.owner(house).rows<{ action: string }>(sql`
    select action from app.audit_event where tenant_id = ${house.tenantId} and action like 'logo%' order by at, id`);
  expect(told.map(({ action }) => action)).toEqual(['logoSet', 'logoSet', 'logoRemoved']);
});

test('under the name of another workspace it is not found', async () => {
  const { logo } = (await put(drawPng({ width: 10, height: 4 }))).body;
  const other = await gateway.addWorkspace();
  expect((await read(logo.replace(house.publicId, other.publicId))).statusCode).toBe(404);
});

test.each<[string, Buffer]>([
  [
    'a drawing that can hold a program',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  ],
  ['a wider one', drawPng({ width: width + 1, height: 1 })],
  ['a higher one', drawPng({ width: 1, height: height + 1 })],
  ['a size that is only claimed', drawPng({ width, height, lines: 3 })],
  ['half a file', drawPng({ width, height }).subarray(0, 60)],
  ['a photograph by its first bytes', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
])('refused: %s', async (_what, file) => {
  const { status, body } = await put(file);
  expect([status, body.errors[0].code, await shown()]).toEqual([400, 'file_invalid', null]);
});

test('a member of the team sets none', async () => {
  const member = await gateway.addMember(house);
  expect((await put(drawPng({ width: 2, height: 2 }), member)).status).toBe(403);
});
