import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInProcessFetch, isInProcess } from './in-process-fetch.ts';

let app: FastifyInstance;
let call: typeof fetch;
const elsewhere: string[] = [];

beforeAll(async () => {
  app = Fastify();
  app.all('/v0/echo', async (request, reply) =>
    reply
      .header('set-cookie', ['a=1', 'b=2'])
      .code(201)
      .send({ host: request.headers.host, body: request.body, is: isInProcess(request), url: request.url }),
  );
  app.get('/v0/empty', (_request, reply) => reply.code(204).send());
  app.get('/v0/never', () => new Promise(() => {}));
  call = createInProcessFetch(app, 'https://Stint.example:443/v0/', async (input) => {
    elsewhere.push(String(input));
    return new Response('elsewhere');
  });
});
afterAll(() => app.close());

describe('services of one process speak without the network', () => {
  test('under the name of the provider, with method, query, headers and body as given', async () => {
    const answer = await call(new URL('echo?after=1', 'https://stint.example/v0/'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'käse' }),
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await answer.json()).toEqual({
      host: 'stint.example',
      body: { text: 'käse' },
      is: true,
      url: '/v0/echo?after=1',
    });
  });

  test('an answer without a body', async () => {
    const answer = await call('https://stint.example/v0/empty');
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  test('an answer that does not come in time', async () => {
    const signal = AbortSignal.timeout(1);
    await expect(call('https://stint.example/v0/never', { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test.each([
    'https://stint.example/api/Workspaces',
    'http://stint.example/v0/echo',
    'https://stint.example.evil/v0/echo',
  ])('%s goes out as ever', async (address) => {
    expect(await (await call(address)).text()).toBe('elsewhere');
    expect(elsewhere.at(-1)).toBe(address);
  });

  test('a request from the network is not taken for one of ours', async () => {
    const { is } = (await app.inject('/v0/echo')).json();
    expect(is).toBe(false);
  });
});
