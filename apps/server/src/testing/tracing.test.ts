import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareProduct } from './prepared-data.ts';
import { callWorkspace, createWorkspace, enterWorkspace, signUpPerson } from './product-person.ts';
import { type ProductProcess, startProductProcess } from './product-process.ts';

/** A span as OTLP over HTTP has it in JSON. */
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string } }[];
};

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const trace = 'a'.repeat(32);
const page = `00-${trace}-${'b'.repeat(16)}-01`;

let folder: string;
let collector: Server;
let product: ProductProcess;
const spans: Span[] = [];
const keys = new Set<string | undefined>();
/** What the receiver of a webhook was told of the trace. */
const told: (string | undefined)[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    if (request.url === '/v1/traces') {
      keys.add(String(request.headers['x-key']));
      spans.push(...spansOf(JSON.parse(await textOf(request))));
    } else if (request.url === '/hook') told.push(String(request.headers['traceparent']));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'tracing-'));
  product = await startProductProcess({
    dataDir: await prepareProduct(join(folder, 'data')),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: origin(),
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20collector',
      TRUSTED_PROXIES: 'loopback',
    },
  });
});
afterAll(async () => {
  await product?.kill();
  collector.closeAllConnections();
  collector.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('one trace leads from the page through gateway, provider and statements to the job and the receiver of a webhook', async () => {
  const person = await signUpPerson(product, {
    email: 'ada@example.com',
    password: 'correct horse battery staple',
  });
  const made = await createWorkspace(product, person.session, { name: 'Harbour Studio' });
  const session = await enterWorkspace(product, made.session, made.workspace);
  const ask = async (method: string, path: string, body: object) => {
    const headers = { traceparent: page };
    const answer = await callWorkspace(product, session, made.workspace, { method, path, body, headers });
    expect(answer.status).toBeLessThan(300);
    return answer.json;
  };
  const { webhookID } = await ask('POST', '/api/Webhooks', { url: `${origin()}/hook`, events: ['ping'] });
  await ask('POST', `/api/Webhooks/${webhookID}/Test`, {});
  await expect.poll(() => told.length, { timeout: 30_000 }).toBe(1);
  expect(await product.stop()).toMatchObject({ code: 0 });

  const ours = spans.filter(({ traceId }) => traceId === trace);
  const find = (kind: number, name: RegExp) =>
    ours.find((span) => span.kind === kind && name.test(span.name));
  const asked = find(SERVER, /^POST \/api\/Webhooks\/:\w+\/Test$/);
  expect(asked?.parentSpanId).toBe('b'.repeat(16));
  expect(ours.some(({ name, parentSpanId }) => name === 'insert' && parentSpanId === asked?.spanId)).toBe(
    true,
  );
  const job = find(CONSUMER, /^job webhook\./);
  const call = ours.find(({ kind, name, parentSpanId }) => {
    return kind === CLIENT && name === 'POST' && parentSpanId === job?.spanId;
  });
  expect(told).toEqual([`00-${trace}-${call?.spanId}-01`]);
  expect(keys).toEqual(new Set(['of the collector']));

  // Gateway and provider of one process: the call of the one is the parent of what the other does.
  const provided = spans.filter(({ kind, name }) => kind === SERVER && name.includes(' /v0/'));
  const calls = new Set(spans.filter(({ kind }) => kind === CLIENT).map(({ spanId }) => spanId));
  expect(provided.some(({ parentSpanId }) => calls.has(parentSpanId ?? ''))).toBe(true);

  const texts = JSON.stringify(spans);
  expect(texts).toContain('from app.webhook');
  for (const secret of ['ada@example.com', 'correct horse', session.accessToken, 'Harbour Studio'])
    expect(texts).not.toContain(secret);
});

function origin(): string {
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function spansOf(body: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }): Span[] {
  return body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
}
