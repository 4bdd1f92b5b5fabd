import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareProduct } from './prepared-data.ts';
import { refresh, signIn, signUpPerson } from './product-person.ts';
import { cleanVariables, type ProductProcess, startProductProcess } from './product-process.ts';

const tool = fileURLToPath(new URL('../tools/rotate-key.ts', import.meta.url));
const password = 'correct horse battery staple';

let folder: string;
let dataDir: string;
let product: ProductProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'rotate-'));
  dataDir = await prepareProduct(join(folder, 'data'));
  product = await startProductProcess({ dataDir });
});
afterAll(async () => {
  await product?.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

type Ended = { code: number; said: string };

function rotate(args: string[] = [], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [tool, ...args],
      { env: { ...cleanVariables(), DATA_DIR: dataDir, ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

async function restart(env: Record<string, string> = {}): Promise<void> {
  expect(await product.stop()).toMatchObject({ code: 0 });
  product = await startProductProcess({ dataDir, port: product.port, env });
}

function notLookedAt(service: string): RegExp {
  return new RegExp(
    `The databases of ${service} were not looked at: run this there too before SECRET_KEY_FORMER is unset\\.\n$`,
  );
}

const keys = async () => (await readFile(join(product.dataDir, 'secret.key'), 'utf8')).trim().split('\n');

test('the master secret is changed beside the running product: sessions live, passwords are known, then the former one is gone', async () => {
  const ada = await signUpPerson(product, { email: 'ada@example.com', password });
  const bob = await signUpPerson(product, { email: 'bob@example.com', password });
  const [former] = await keys();

  expect(await rotate(['--new'], { SECRET_KEY: 'x'.repeat(40) })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^SECRET_KEY is set, so the new one is made by you: .+\n$/),
  });
  expect(await rotate(['--new'])).toMatchObject({ code: 0, said: expect.stringContaining('Restart') });
  expect(await rotate(['--new'])).toMatchObject({ code: 1, said: expect.stringContaining('already') });
  const early = await rotate();
  expect(early).toEqual({
    code: 1,
    said: 'The product runs with the former key: restart it, then run this again.\n',
  });
  const [present, kept] = await keys();
  expect(kept).toBe(former);

  await restart();
  // A process of the gateway alone has seen nothing of what this key sealed, so it may not throw the former one away.
  const without = await rotate([], { SERVICES: 'gateway' });
  expect(without).toMatchObject({ code: 0, said: expect.stringMatching(notLookedAt('auth')) });
  expect(without.said).not.toContain('Everything');
  expect(await keys()).toEqual([present, former]);
  const during = await refresh(product, ada.session);
  await signIn(product, ada);
  const done = await rotate();
  expect(done.said).toMatch(/provider: auth\.signing_key\.sealed_private_key: \d+ sealed anew\n/);
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('Everything is sealed') });
  expect(await keys()).toEqual([present]);
  const beside = await refresh(product, during);
  expect((await rotate()).said).toBe(
    'Everything is sealed with the key in use; SECRET_KEY_FORMER may be unset at the next restart.\n',
  );

  await restart();
  await refresh(product, beside);
  await signIn(product, ada);
  // Not seen since before the change.
  await refresh(product, bob.session);
  await signIn(product, bob);
  await expect(signIn(product, { ...bob, password: 'another password 1' })).rejects.toThrow(/^400/);

  // From the key of the data directory to one of the environment: the file beside it is the former one.
  const env = { SECRET_KEY: randomBytes(48).toString('base64') };
  await restart(env);
  await signIn(product, ada);
  const alone = await rotate([], { ...env, SERVICES: 'auth' });
  expect(alone).toMatchObject({ code: 0, said: expect.stringMatching(notLookedAt('gateway')) });
  expect(alone.said).toMatch(/provider: auth\.signing_key\.sealed_private_key: \d+ sealed anew\n/);
  expect(alone.said).not.toContain('Everything');
  expect((await rotate([], env)).said).toContain('Everything is sealed');
  await rm(join(product.dataDir, 'secret.key'));
  await restart(env);
  await signIn(product, ada);
  await signIn(product, bob);
}, 180_000);
