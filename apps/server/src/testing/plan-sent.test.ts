import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { SentNote } from './sent-statements.ts';

const program = fileURLToPath(new URL('./plan-sent.ts', import.meta.url));
const logins = ['app_login', 'app_jobs', 'auth_login', 'auth_jobs'];

function plan(notes: SentNote[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sent-notes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'notes.jsonl');
  writeFileSync(path, notes.map((note) => `${JSON.stringify(note)}\n`).join(''));
  return spawnSync(process.execPath, [program, path], { encoding: 'utf8' });
}

const noteOf = (user: string, count: number): SentNote => ({
  file: 'a.test.ts',
  schema: user.startsWith('app') ? 'app' : 'auth',
  user,
  milliseconds: 1,
  statements: Array.from({ length: count }, (_, number) => `select ${number}`),
});

test.each([
  ['no notes', [], logins],
  ['notes of nothing', logins.map((user) => noteOf(user, 0)), logins],
  ['notes of all logins but one', logins.slice(1).map((user) => noteOf(user, 5000)), ['app_login']],
])('%s are no plan of every statement', (_what, notes, missing) => {
  const { status, stdout, stderr } = plan(notes);
  expect([status, stdout]).toEqual([1, '']);
  expect([...stderr.matchAll(/^0 statements of (\w+) were noted/gm)].map(([, user]) => user)).toEqual(
    missing,
  );
});
