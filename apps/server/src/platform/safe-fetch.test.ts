import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { sendPinned } from './safe-fetch/pinned-request.ts';
import { createSafeFetch, type SafeFetchOptions } from './safe-fetch.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const live = (options: Partial<SafeFetchOptions> = {}) =>
  createSafeFetch({ clock: systemClock, allowLoopback: false, ...options });
const test = (options: Partial<SafeFetchOptions> = {}) =>
  createSafeFetch({ clock: systemClock, allowLoopback: true, ...options });

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('security 9: what may never be called', () => {
  const addresses = {
    'http://example.com/': 'not_https',
    'https://example.com:8443/': 'not_https',
    'https://user@example.com/': 'not_https',
    'https://user:password@example.com/': 'not_https',
    'ftp://example.com/': 'not_https',
    'file:///etc/passwd': 'not_https',
    'https://': 'address_invalid',
    'example.com': 'address_invalid',
    'https://127.0.0.1/': 'not_public',
    'https://localhost/': 'not_public',
    'https://stint.localhost/': 'not_public',
    'https://localhost./': 'not_public',
    'https://[::1]/': 'not_public',
    'https://10.0.0.8/': 'not_public',
    'https://169.254.169.254/latest/meta-data/': 'not_public',
    'https://2130706433/': 'not_public',
    'https://0x7f.1/': 'not_public',
    'https://0177.0.0.1/': 'not_public',
    'https://[::ffff:127.0.0.1]/': 'not_public',
    'https://[64:ff9b::7f00:1]/': 'not_public',
    'https://[2002:7f00:1::]/': 'not_public',
    'https://①②⑦.0.0.1/': 'not_public',
  };
  it.each(Object.entries(addresses))('%s is refused as %s', async (url, reason) => {
    await expect(live()(url)).rejects.toMatchObject({ name: 'SafeFetchError', reason });
  });

  it.each([
    ['10.1.2.3'],
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::a00:1'],
    ['2002:a00:1::'],
    ['93.184.215.14', '10.0.0.1'],
  ])('a name that leads to %s is refused', async (...found) => {
    const fetch = live({ resolve: async () => found });
    await expect(fetch('https://inside.example/')).rejects.toMatchObject({ reason: 'not_public' });
  });

  it('test mode opens this machine only: private addresses and foreign http stay closed', async () => {
    const fetch = test({ resolve: async () => ['10.0.0.1'] });
    await expect(fetch('http://10.0.0.1/')).rejects.toMatchObject({ reason: 'not_https' });
    await expect(fetch('http://inside.example/')).rejects.toMatchObject({ reason: 'not_https' });
    await expect(fetch('https://inside.example/')).rejects.toMatchObject({ reason: 'not_public' });
    await expect(fetch('https://[::ffff:7f00:1]/')).rejects.toMatchObject({ reason: 'not_public' });
  });
});

describe('security 9: the connection goes to the address that was checked', () => {
  it('a name is looked up once', async () => {
    let lookups = 0;
    const resolve = async () => {
      lookups++;
      return ['240.0.0.1'];
    };
    const fetch = live({ resolve });
    await expect(fetch('https://rebinding.example/')).rejects.toMatchObject({ reason: 'not_public' });
    expect(lookups).toBe(1);
  });

  it('a pinned request reaches the given address under the asked name and checks its certificate', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const span = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) };
    const certificate = selfSignedCertificate(privateKey, { name: 'issuer.example', ...span });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const server = createHttpsServer({ key, cert: certificate }, (request, response) => {
      response.end(JSON.stringify({ host: request.headers.host, path: request.url }));
    }).listen(0, '127.0.0.1');
    closers.push(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const send = (name: string) =>
      sendPinned({
        url: new URL(`https://${name}:${port}/keys?x=1`),
        address: '127.0.0.1',
        method: 'GET',
        headers: {},
        body: null,
        maxBytes: 1000,
        signal: AbortSignal.timeout(5000),
        ca: certificate,
      });
    const answer = await send('issuer.example');
    expect(await answer.json()).toEqual({ host: `issuer.example:${port}`, path: '/keys?x=1' });
    await expect(send('other.example')).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

describe('outgoing calls in test mode, over a real socket', () => {
  it('method, headers and body go out, status, headers and body come back', async () => {
    const base = await listen(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const type = request.headers['content-type'];
      response.writeHead(418, { 'content-type': 'application/json', 'x-seen': request.method });
      response.end(JSON.stringify({ body, type, accepts: request.headers['accept-encoding'] }));
    });
    const answer = await test()(`${base}/token`, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) });
    expect(answer.status).toBe(418);
    expect(answer.headers.get('x-seen')).toBe('POST');
    expect(await answer.json()).toEqual({
      body: 'a=b+c',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      accepts: 'identity',
    });
  });

  it('a *.localhost name reaches this machine although no resolver knows it', async () => {
    const base = await listen((request, response) => response.end(request.headers.host));
    const url = base.replace('127.0.0.1', 'idp.localhost');
    const resolve = async () => Promise.reject(new Error('asked the resolver'));
    expect(await (await test({ resolve })(url)).text()).toBe(new URL(url).host);
  });

  it.each([301, 302, 303, 307, 308])('security 9: a redirect %s is not followed', async (status) => {
    let calls = 0;
    const base = await listen((_request, response) => {
      calls++;
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    await expect(test()(base)).rejects.toMatchObject({ reason: 'redirected' });
    expect(calls).toBe(1);
  });

  it('security 9: an answer over 1 MiB is cut off, one of exactly 1 MiB is taken', async () => {
    const base = await listen((request, response) =>
      response.end(Buffer.alloc(Number(request.url?.slice(1)))),
    );
    const full = await test()(`${base}/${1024 * 1024}`);
    expect((await full.arrayBuffer()).byteLength).toBe(1024 * 1024);
    await expect(test()(`${base}/${1024 * 1024 + 1}`)).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('security 9: a server that never ends its answer runs into the time limit', async () => {
    const base = await listen((_request, response) => void response.write('a'));
    await expect(test({ timeoutMs: 50 })(base)).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('security 9: the time limit covers the lookup too', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    const fetch = live({ resolve, timeoutMs: 20 });
    await expect(fetch('https://slow.example/')).rejects.toMatchObject({ reason: 'timeout' });
  });

  it("the caller's own signal ends a call", async () => {
    const base = await listen(() => {});
    const controller = new AbortController();
    const call = test()(base, { signal: controller.signal });
    controller.abort(new Error('changed my mind'));
    await expect(call).rejects.toThrow('changed my mind');
  });

  it('security 14: a host that failed five times is left alone for 30 s', async () => {
    let lookups = 0;
    const resolve = async () => Promise.reject(new Error(`lookup ${lookups++}`));
    const fetch = live({ resolve });
    for (let i = 0; i < 5; i++)
      await expect(fetch('https://gone.example/')).rejects.toMatchObject({ reason: 'unknown_host' });
    await expect(fetch('https://gone.example/')).rejects.toMatchObject({ reason: 'paused' });
    expect(lookups).toBe(5);
  });
});
