import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inRoot } from './paths.mjs';

/** Files of tests as they may be, by name; each is run by Vitest as the stages are. */
const STEADY = `test('holds', () => {}); test.skip('is left out', () => {});`;
const BROKEN = `test('holds', () => {}); test('never holds', () => { throw new Error('never'); });`;

/** Fails until it was run once. */
const FIRST_TIME = `import { existsSync, writeFileSync } from 'node:fs';
const mark = import.meta.filename + '.ran';
const isFirst = !existsSync(mark);
writeFileSync(mark, '');
const missOnce = () => { if (isFirst) throw new Error('missed once'); };`;
const UNSTEADY = `${FIRST_TIME} test('holds', () => {}); test('misses once', missOnce);`;
const UNSTEADY_SETUP = `${FIRST_TIME} beforeAll(missOnce); test('one', () => {}); test('two', () => {});`;
const UNHEARD = `${UNSTEADY} if (isFirst) Promise.reject(new Error('heard by nobody'));`;

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vitest-run-')));
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { name: 'made', globals: true, include: ['*.test.js'] } };`,
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** @returns all that was shown, and the end of it */
async function run(files: Record<string, string>): Promise<{ shown: string; end: string }> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.test.js`), text);
  const program = inRoot('scripts', 'lib', 'vitest-run.fixture.mjs');
  const shown = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, folder], (_error, stdout, stderr) => {
      resolve(stripVTControlCharacters(`${stderr}\n${stdout}`).trimEnd());
    });
  });
  const lines = shown.split('\n');
  const named = lines.indexOf('unsteady: passed at the second try');
  return { shown, end: lines.slice(named < 0 ? -1 : named).join('\n') };
}

describe('a file that failed runs once more, alone', () => {
  test('passing then, it counts as passed, each test once, and is named at the end; failing again, it counts as failed', async () => {
    const { shown, end } = await run({
      steady: STEADY,
      broken: BROKEN,
      unsteady: UNSTEADY,
      'unsteady-setup': UNSTEADY_SETUP,
    });
    const [heading, ...named] = end.split('\n');
    expect([heading, ...named.slice(0, 2).toSorted(), ...named.slice(2)]).toEqual([
      'unsteady: passed at the second try',
      '  unsteady-setup.test.js',
      '  unsteady.test.js',
      '',
      '6 passed, 1 failed, 1 skipped',
    ]);
    // What it failed with stands where it happened.
    expect(shown).toMatch(/Error: missed once[\s\S]*── made: once more, alone: unsteady\.test\.js/);
  });

  test('not where more than three failed', async () => {
    const files = Object.fromEntries([1, 2, 3, 4].map((number) => [`unsteady-${number}`, UNSTEADY]));
    const { shown, end } = await run(files);
    expect(end).toBe('4 passed, 4 failed');
    expect(shown).not.toContain('once more');
  });

  test('not where an error came from outside of any test', async () => {
    const { shown, end } = await run({ steady: STEADY, unheard: UNHEARD });
    expect(end).toBe('2 passed, 2 failed, 1 skipped');
    expect(shown).not.toContain('once more');
  });
});
