import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanVariables } from '../testing/product-process.ts';

const inRepository = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const { scripts } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const fileOf = (command: string) => inRepository((scripts[command] ?? '').replace(/^node /, ''));

/** The rows of the table in docs/operations.md, as `command code`. */
const documented = Array.from(
  readFileSync(inRepository('docs/operations.md'), 'utf8').matchAll(/^\| (`npm .+?) \| (\d+) \| .+ \|$/gm),
  ([, commands = '', code]) =>
    Array.from(commands.matchAll(/`npm (?:run )?([\w:-]+)`/g), ([, command]) => `${command} ${code}`),
).flat();

/** The product itself is started, stopped and broken where its processes are looked at. */
const ofProduct: Record<string, string> = {
  'start 0': 'drains: not ready, no new connections',
  'start 1': 'cuts off what does not end in time',
  'start 70': 'an error that nobody foresaw',
};

const tools = Object.keys(scripts).filter(
  (name) => scripts[name]?.startsWith('node apps/server/src/tools/') && name !== 'docs',
);
/** Each kind of work that can fail: with databases, beside a product, without either, and as a superuser. */
const failing: [command: string, args: string[], says: RegExp, env?: Record<string, string>][] = [
  ['operator', ['jobs'], /MODE is "production"/],
  ['restore', ['/nonexistent/backup'], /MODE is "production"/],
  ['db:bootstrap', ['postgres://postgres@127.0.0.1:9/postgres'], /MODE is "production"/],
  [
    'import',
    ['/nonexistent/time.csv', '--address', 'http://127.0.0.1:9'],
    /\/nonexistent\/time\.csv/,
    { STINT_TOKEN: 'a' },
  ],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'codes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Ended = { code: number | null; said: string };

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const all = { ...cleanVariables(), DATA_DIR: join(folder, 'data'), ...env };
    const child = execFile(
      process.execPath,
      [fileOf(command), ...args],
      { env: all },
      (_error, _stdout, stderr) => resolve({ code: child.exitCode, said: stderr }),
    );
    child.stdin?.end();
  });
}

test('the table names what every command ends with, and no other', () => {
  const codes = tools.flatMap((name) => [0, 1, 2].map((code) => `${name} ${code}`));
  expect(documented.toSorted()).toEqual([...Object.keys(ofProduct), ...codes].toSorted());
  const shown = readFileSync(inRepository('apps/server/src/testing/shutdown.test.ts'), 'utf8');
  expect(Object.values(ofProduct).filter((name) => !shown.includes(`test('${name}`))).toEqual([]);
});

test.each(tools)('%s ends with 2 where it is called wrongly, and says how to', async (command) => {
  expect(await run(command, ['--no-such-option'])).toEqual({ code: 2, said: expect.stringMatching(/\w+/) });
});

test.each(failing)(
  '%s ends with 1 where it cannot be done, and says why in a sentence',
  async (command, args, says, env) => {
    const { code, said } = await run(command, args, { MODE: 'production', ...env });
    expect(code).toBe(1);
    expect(said).toMatch(says);
    expect(said).not.toContain('    at ');
  },
);
