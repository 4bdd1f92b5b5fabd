import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chunk, drawPng as draw } from '../../../platform/png.fixture.ts';
import { rewritePng } from '../../../platform/png.ts';
import { type AuthHarness, startAuth } from '../../../testing/auth-harness.ts';

const SIZE = 256;
const drawPng = (other: Partial<Parameters<typeof draw>[0]> = {}) =>
  draw({ width: SIZE, height: SIZE, ...other });

let auth: AuthHarness;
beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
});
afterAll(() => auth.close());
beforeEach(() => auth.clock.advance(60_000));

const put = (bearer: string, png: Buffer) =>
  auth.call('PUT /self/picture', { bearer, body: { png: png.toString('base64') } });
const read = async (address: string) => {
  const { host, pathname } = new URL(address);
  return auth.app.inject({ url: pathname, headers: { host } });
};

describe('the own picture', () => {
  test('is written anew without what else the file held, and served by us', async () => {
    const ada = await auth.signUp();
    const file = drawPng({ extra: chunk('tEXt', Buffer.from('Comment\0taken at home')) });
    const { status, body } = await put(ada.accessToken, file);
    expect(status).toBe(200);
    const shown = await read(body.image);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.rawPayload.includes('taken at home')).toBe(false);
    expect(rewritePng(shown.rawPayload, () => true)).toEqual(shown.rawPayload);
  });

  test('a new one has a new address, and the former is gone; so is it with the account', async () => {
    const ada = await auth.signUp();
    const first = (await put(ada.accessToken, drawPng())).body.image;
    auth.clock.advance(6000);
    const second = (await put(ada.accessToken, drawPng({ shade: 9 }))).body.image;
    expect(second).not.toBe(first);
    expect((await read(first)).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    expect((await auth.call('DELETE /self', { bearer: ada.accessToken })).status).toBe(200);
    expect((await read(second)).statusCode).toBe(404);
  });

  test.each<[string, Buffer]>([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['another size', drawPng({ width: SIZE + 1 })],
    ['a size that is only claimed', drawPng({ lines: 10 })],
    ['more than the picture has', drawPng({ lines: 100_000 })],
    ['a filter that there is not', drawPng({ filter: 9 })],
    [
      'a broken checksum',
      Buffer.concat([drawPng().subarray(0, 30), Buffer.from([1]), drawPng().subarray(31)]),
    ],
    ['half a file', drawPng().subarray(0, 60)],
    ['packed nonsense', drawPng({ packed: Buffer.from('nonsense') })],
    ['nothing packed', drawPng({ packed: deflateSync(Buffer.alloc(0)) })],
  ])('refused: %s', async (_, file) => {
    const ada = await auth.signUp();
    const { status, body } = await put(ada.accessToken, file);
    expect([status, body.error?.type]).toEqual([400, 'file_invalid']);
  });

  test('somebody without a session sets none', async () => {
    expect((await auth.call('PUT /self/picture', { body: { png: 'AAAA' } })).status).toBe(401);
  });
});
