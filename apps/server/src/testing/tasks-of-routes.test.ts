import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { expect, onTestFinished, test } from 'vitest';

const program = fileURLToPath(new URL('./tasks-of-routes.ts', import.meta.url));

function judge(...notes: { route: string; tasks: number; statement: string }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'route-tasks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'notes.jsonl');
  writeFileSync(path, notes.map((note) => `${JSON.stringify(note)}\n`).join(''));
  return spawnSync(process.execPath, [program, path], { encoding: 'utf8' });
}

const route = 'GET /Projects';
const asked = Object.keys(gatewayRoutes).map((one) => ({ route: one, tasks: 0, statement: '' }));
const excepted = { route, tasks: 4, statement: 'select gen_random_uuid() from app.project' };
const unknown = { route, tasks: 2, statement: 'select id from app.project' };

test('an excepted statement of a route hides no other one that is sent in fewer tasks', () => {
  for (const notes of [
    [...asked, excepted, unknown],
    [unknown, ...asked, excepted],
  ]) {
    const { status, stderr } = judge(...notes);
    expect(stderr).toContain(`${route} sends a statement of 2 tasks:\n${unknown.statement}`);
    expect(stderr).not.toContain('gen_random_uuid');
    expect(status).toBe(1);
  }
});

test('exceptions alone are none of it', () => {
  const { status, stdout, stderr } = judge(...asked, excepted);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^(\d+) of \1 routes were asked on Citus$/m);
});

test('a route that nobody asked is refused by name', () => {
  const { status, stderr } = judge(...asked.filter((note) => note.route !== route));
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^GET \/Projects was not asked on Citus: /)]);
});
