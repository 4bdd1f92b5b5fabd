import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../platform/ids.ts';
import { createGatewayHarness, type GatewayHarness, type TestMember } from '../testing/gateway-harness.ts';
import { cleanVariables, findFreePort } from '../testing/product-process.ts';

vi.setConfig({ testTimeout: 300_000 });

const tool = fileURLToPath(new URL('import-file.ts', import.meta.url));
let gateway: GatewayHarness;
let owner: TestMember;
let address: string;
let token: string;

beforeAll(async () => {
  // The workspace's address has the port in it, so it is chosen before the gateway knows its domain.
  const port = await findFreePort();
  gateway = await createGatewayHarness({ MAIN_DOMAIN: `stint.localhost:${port}` });
  const workspace = await gateway.addWorkspace({ slug: 'harbour' });
  owner = workspace.owner;
  gateway.service.startWorkers();
  await gateway.app.listen({ port, host: '127.0.0.1' });
  address = `http://harbour.stint.localhost:${port}`;
  const body = { name: 'Move', scopes: ['read', 'write'] };
  token = (await gateway.call('POST', 'Tokens', { as: owner, body })).body.token;
});
afterAll(() => gateway?.close());

type Ended = { code: number; said: string };

async function importFile(
  text: string,
  args: string[],
  env: Record<string, string> = { STINT_TOKEN: token },
): Promise<Ended> {
  const path = join(tmpdir(), `${newId()}.csv`);
  await writeFile(path, text);
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [tool, path, '--address', address, ...args],
      { env: { ...cleanVariables(), ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

async function total(): Promise<number> {
  const body = { from: '2026-01-01', to: '2026-12-31', groupBy: [] };
  return (await gateway.call('POST', 'Reports/Query', { as: owner, body })).body.totals.minutes;
}

const head = 'Date,Project,Activity,Duration,Description\n';

test('a file is looked at, then imported from the command line, by the rules of the page', async () => {
  const file = `${head}2026-02-02,Pier,Weld,1:30,Logo\n2026-02-03,Pier,Weld,0:30,Call\n`;
  const looked = await importFile(file, ['--dry-run']);
  expect(looked).toEqual({
    code: 0,
    said: expect.stringContaining('new 2 (120 minutes), known 0, changed 0, refused 0'),
  });
  expect(await total()).toBe(0);
  expect(await importFile(file, [])).toEqual({
    code: 0,
    said: expect.stringContaining('Imported 2 entries.'),
  });
  expect(await total()).toBe(120);
  expect(await importFile(file, ['--dry-run'])).toEqual({
    code: 0,
    said: expect.stringContaining('new 0 (0 minutes), known 2'),
  });
});

test('what is to be decided is said with its place and ends it with 1; the rest is taken when that is chosen', async () => {
  const file = `${head}2026-03-02,Pier,,-1:00,Wrong\n2026-03-03,Pier,,1:00,Right\n`;
  const refused = await importFile(file, []);
  expect(refused).toEqual({
    code: 1,
    said: expect.stringContaining('Line 2, column Duration: the time is negative'),
  });
  const before = await total();
  expect(await importFile(file, ['--leave-out-refused'])).toEqual({
    code: 0,
    said: expect.stringContaining('Imported 1 entries.'),
  });
  expect(await total()).toBe(before + 60);
});

test('a wrong call ends with 2, a refused one with 1 and the words of the gateway', async () => {
  expect(await importFile(head, [], {})).toEqual({ code: 2, said: expect.stringContaining('Usage:') });
  const foreign = await importFile(`${head}2026-02-02,A,,1:00,\n`, [], { STINT_TOKEN: 'nobody' });
  expect(foreign).toEqual({ code: 1, said: expect.stringContaining('401 Please re-login.') });
});
