import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from './directory-lock.ts';
import { findProcess } from './processes.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stint-lock-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function leaveLock(content: string): void {
  writeFileSync(join(directory, 'stint.lock'), content);
}

/** Takes the lock and gives it back. */
async function expectFree(): Promise<void> {
  const lock = await lockDirectory(directory);
  await lock.release();
}

test('a lock is held until released', async () => {
  const lock = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toMatchObject({ code: 'locked' });
  await lock.release();
  await expectFree();
  expect(readdirSync(directory)).toEqual([]);
});

test('a lock of a process that is gone is taken over', async () => {
  leaveLock(JSON.stringify({ ...findProcess(process.pid), pid: 2 ** 22 + 1 }));
  await expectFree();
});

test('a lock whose pid belongs to another process by now is taken over', async () => {
  leaveLock(JSON.stringify({ ...findProcess(process.pid), startedAt: '1' }));
  await expectFree();
});

test('a lock from before the machine was restarted is taken over', async () => {
  leaveLock(JSON.stringify({ ...findProcess(process.pid), bootId: 'an earlier one' }));
  await expectFree();
});

test('a lock cut off by a full disk is taken over', async () => {
  leaveLock('{"pid": 1');
  await expectFree();
});

test('a living process keeps its lock, whoever it is', async () => {
  leaveLock(JSON.stringify(findProcess(process.ppid)));
  await expect(lockDirectory(directory)).rejects.toThrow(`pid ${process.ppid}`);
});

test('of many that take over the same stale lock at once, one wins', async () => {
  leaveLock(JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1', bootId: '' }));
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)));
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
});
