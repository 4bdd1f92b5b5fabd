import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inRoot } from './paths.mjs';

type Run = { directory: string; program: ChildProcessByStdio<Writable, Readable, null> };

let folder: string;
let runs: Run[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'test-run-'));
  runs = [];
});
afterEach(async () => {
  await Promise.all(runs.map(kill));
  await rm(folder, { recursive: true, force: true });
});

/** Another process that runs tests. */
async function start(): Promise<Run> {
  const program = spawn(process.execPath, [inRoot('scripts', 'lib', 'test-run.fixture.mjs')], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await once(program.stdout.setEncoding('utf8'), 'data');
  const run = { directory: String(said).trim(), program };
  runs.push(run);
  return run;
}

async function kill({ program }: Run): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

test('a run writes where it was told to, and nothing is left at its end', async () => {
  const { directory, program } = await start();
  expect(dirname(directory)).toBe(folder);
  expect(existsSync(directory)).toBe(true);
  const ended = once(program, 'exit');
  program.stdin.end();
  await ended;
  expect(existsSync(directory)).toBe(false);
});

test('what a killed run left is removed by the next one, which leaves alone what belongs to others', async () => {
  const killed = await start();
  const living = await start();
  const unmarked = join(folder, 'stint-test-unmarked');
  await mkdir(unmarked);
  const elsewhere = join(folder, 'stint-test-elsewhere');
  await mkdir(elsewhere);
  const owner = await readFile(join(killed.directory, 'owner'), 'utf8');
  await writeFile(join(elsewhere, 'owner'), owner.replace(/\d+/, '1'));
  await writeFile(join(killed.directory, 'database'), 'much');
  await kill(killed);
  expect(existsSync(killed.directory)).toBe(true);
  const next = await start();
  expect(existsSync(killed.directory)).toBe(false);
  for (const kept of [living.directory, next.directory, unmarked, elsewhere])
    expect(existsSync(kept)).toBe(true);
});

test('a process that has got the number of a killed one is not taken for it', async () => {
  const run = await start();
  const path = join(run.directory, 'owner');
  await writeFile(path, (await readFile(path, 'utf8')).replace(/\d+$/, '1'));
  await start();
  expect(existsSync(run.directory)).toBe(false);
});
