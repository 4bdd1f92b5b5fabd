import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWhole, openConnection, parseHead, requestText } from './raw-http.ts';

const server = createServer((request, response) => {
  if (request.url === '/unchanged') response.writeHead(304).end();
  else if (request.url === '/pieces') {
    response.write('one, ');
    response.end('two');
  } else {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => response.end(`${request.method} ${request.headers.host} ${body}`));
  }
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

test('one connection carries one request after the other, whatever form the answers have', async () => {
  const connection = await openConnection((server.address() as AddressInfo).port);
  const headers = { host: 'a.example' };
  try {
    const put = requestText({ method: 'PUT', path: '/', headers, body: '{"a":1}' });
    expect(await connection.send(put)).toEqual({ status: 200, body: 'PUT a.example {"a":1}' });
    const unchanged = requestText({ method: 'GET', path: '/unchanged', headers });
    expect(await connection.send(unchanged)).toEqual({ status: 304, body: '' });
    const pieces = requestText({ method: 'GET', path: '/pieces', headers });
    expect((await connection.send(pieces)).body).toMatch(/one, [\s\S]*two/);
    expect(await connection.send(put)).toMatchObject({ status: 200 });
  } finally {
    connection.close();
  }
});

test('a head that has not come whole is waited for', () => {
  expect(parseHead('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n')).toBeNull();
  const text = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nab';
  const head = parseHead(text);
  expect(head).toEqual({ status: 200, bodyAt: 38, length: 3 });
  expect(head && isWhole(text, head)).toBe(false);
  expect(head && isWhole(`${text}c`, head)).toBe(true);
});
