import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProductProcess, startProductProcess } from './product-process.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Each of them takes milliseconds of a start, or megabytes of every process, for what few requests need. */
const ofFirstUse = [
  '@node-saml/node-saml',
  '@opentelemetry/sdk-trace',
  'bidi-js',
  'csv-parse',
  'date-holidays',
  'graphql',
  'hucre',
  'ical.js',
  'marked',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'qrcode',
  'read-excel-file',
  'sax',
  'stripe',
  'vite',
  'xml-crypto',
];

let folder: string;
let product: ProductProcess;
/** What was loaded until it was ready, and `program` for each program that was started, in order. */
let loads: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-loads-'));
  const file = join(folder, 'loads');
  product = await startProductProcess({
    dataDir: join(folder, 'data'),
    command: ['--import', pathOf('loads.fixture.ts'), pathOf('../main.ts')],
    env: { LOADS_FILE: file },
  });
  loads = (await readFile(file, 'utf8')).trimEnd().split('\n');
});
afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('what a first request does not need is not loaded by the time that the product is ready', () => {
  const packages = new Set(loads.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]));
  expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'pg', 'pino']));
  expect(ofFirstUse.filter((name) => packages.has(name))).toEqual([]);
});

test('the database server is on its way before the code of the listener and of the services is loaded', () => {
  const programs = loads.flatMap((line, index) => (line === 'program' ? [index] : []));
  const placeOf = (end: string) => loads.findIndex((url) => url.endsWith(end));
  // The trial, and on a new folder what makes the database; the last is the server.
  expect(programs.length).toBeGreaterThan(1);
  expect(placeOf('/product-listener.ts')).toBeGreaterThan(programs[0] ?? 0);
  expect(placeOf('/fastify/fastify.js')).toBeGreaterThan(programs[0] ?? 0);
  for (const service of ['auth', 'gateway', 'web'])
    expect(placeOf(`/${service}/service.ts`)).toBeGreaterThan(programs.at(-1) ?? 0);
});
