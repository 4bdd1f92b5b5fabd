import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductProcess } from './product-process.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Each of them takes milliseconds of a start, or megabytes of every process, for what few requests need. */
const ofFirstUse = [
  '@node-saml/node-saml',
  '@opentelemetry/sdk-trace',
  'bidi-js',
  'csv-parse',
  'date-holidays',
  'fflate',
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
/** What was loaded until it was ready, and `program` for each program that was started, in order. */
let loads: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-loads-'));
  loads = await loadsOf('usual', {});
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

async function loadsOf(name: string, env: Record<string, string>): Promise<string[]> {
  const file = join(folder, `${name}-loads`);
  const product = await startProductProcess({
    dataDir: join(folder, name),
    command: ['--import', pathOf('loads.fixture.ts'), pathOf('../main.ts')],
    env: { ...env, LOADS_FILE: file },
  });
  try {
    return (await readFile(file, 'utf8')).trimEnd().split('\n');
  } finally {
    await product.stop();
  }
}

/** A `setpriv` that is found before that of the system, and fails the first time: so does the first trial. */
async function failingOnce(): Promise<Record<string, string>> {
  const programs = join(folder, 'bin');
  const { PATH } = process.env;
  const script = `#!/bin/sh\nmkdir "${join(folder, 'failed')}" 2>/dev/null && exit 1\nPATH="${PATH}" exec setpriv "$@"\n`;
  await mkdir(programs);
  await writeFile(join(programs, 'setpriv'), script, { mode: 0o755 });
  return { PATH: `${programs}:${PATH}` };
}

const programsIn = (found: readonly string[]) =>
  found.flatMap((line, index) => (line === 'program' ? [index] : []));

function expectServerFirst(found: readonly string[]): void {
  const programs = programsIn(found);
  const placeOf = (end: string) => found.findIndex((url) => url.endsWith(end));
  // The trials, what makes the database, and the server.
  expect(programs.length).toBeGreaterThan(2);
  expect(placeOf('/product-listener.ts')).toBeGreaterThan(programs[0] ?? 0);
  expect(placeOf('/fastify/fastify.js')).toBeGreaterThan(programs[0] ?? 0);
  for (const service of ['auth', 'gateway', 'web'])
    expect(placeOf(`/${service}/service.ts`)).toBeGreaterThan(programs.at(-1) ?? 0);
}

test('what a first request does not need is not loaded by the time that the product is ready', () => {
  const packages = new Set(loads.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]));
  expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'pg', 'pino']));
  expect(ofFirstUse.filter((name) => packages.has(name))).toEqual([]);
});

test('the database server is on its way before the code of the listener and of the services is loaded', () => {
  expectServerFirst(loads);
});

test('and so it is where the first trial of PostgreSQL fails', async () => {
  const found = await loadsOf('second', await failingOnce());
  // One trial more than it takes at best.
  expect(programsIn(found).length).toBeGreaterThan(3);
  expectServerFirst(found);
});
