import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOutgoingUrl, postJson, UnsafeUrlError } from './post.ts';

let server: Server;
let port: number;
const received: { path: string | undefined; body: string; host: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ path: request.url, body: Buffer.concat(chunks).toString(), host: request.headers.host });
    if (request.url === '/redirect') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (request.url === '/huge') response.end(Buffer.alloc(2 * 1024 * 1024));
    else if (request.url !== '/never') response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const local = { allowLoopback: true };

test('a body arrives as it was given, at the given host name', async () => {
  const resolve = async () => ['127.0.0.1'];
  expect(await postJson(`http://localhost:${port}/in?x=1`, '{"a":1}', {}, { ...local, resolve })).toBe(204);
  expect(received.at(-1)).toEqual({ path: '/in?x=1', body: '{"a":1}', host: `localhost:${port}` });
});

test('security 9: a redirect is not followed', async () => {
  const before = received.length;
  expect(await postJson(`http://127.0.0.1:${port}/redirect`, '{}', {}, local)).toBe(302);
  expect(received).toHaveLength(before + 1);
});

test('security 9: an answer over 1 MiB and one that never comes fail', async () => {
  await expect(postJson(`http://127.0.0.1:${port}/huge`, '{}', {}, local)).rejects.toThrow('1 MiB');
  await expect(
    postJson(`http://127.0.0.1:${port}/never`, '{}', {}, { ...local, timeoutMs: 100 }),
  ).rejects.toThrow(/abort|timeout/i);
});

test.each([
  'ftp://example.com/',
  'http://example.com/',
  'https://example.com:8443/',
  'https://user:pw@example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'nonsense',
])('security 9: %s is refused by its form', (text) => {
  expect(() => checkOutgoingUrl(text, { allowLoopback: false })).toThrow(UnsafeUrlError);
});

test('security 9: a name that leads inside is refused, also when only one of its addresses does', async () => {
  const before = received.length;
  for (const addresses of [['10.0.0.7'], ['93.184.216.34', '127.0.0.1'], ['64:ff9b::a00:1'], []]) {
    const resolve = async () => addresses;
    await expect(
      postJson('https://hooks.example.com/in', '{}', {}, { allowLoopback: false, resolve }),
    ).rejects.toBeInstanceOf(UnsafeUrlError);
  }
  expect(received).toHaveLength(before);
});

test('security 9: the name is resolved once, so that it cannot point elsewhere between check and call', async () => {
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
  };
  await postJson(`http://localhost:${port}/once`, '{}', {}, { ...local, resolve });
  expect(asked).toBe(1);
});
