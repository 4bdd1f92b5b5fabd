import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseStat } from '../../apps/server/src/testing/process-tree.ts';
import { cpuSecondsOf, endedChildrenSeconds, residentMiB } from './cpu.ts';

const BURN_MS = 150;
/** Computes until its own account says that it has used so much CPU. */
const burn = `const until = ${BURN_MS * 1000}; while (process.cpuUsage().user + process.cpuUsage().system < until);`;

test('a name with spaces and parentheses does not shift the fields of /proc/<pid>/stat', () => {
  const rest = 'S 7 1 1 0 -1 0 1 2 3 4 110 120 130 140 20 0 11 0 500 600 25 700';
  expect(parseStat(42, `42 (a) b (c) ${rest}`)).toEqual({
    pid: 42,
    state: 'S',
    parent: 7,
    userTicks: 110,
    systemTicks: 120,
    childTicks: 270,
    residentPages: 25,
  });
});

describe.runIf(existsSync('/proc/self/stat'))('the CPU of process trees', () => {
  test('counts a child that is still there', async () => {
    const child = spawn(process.execPath, ['-e', `${burn} console.log('burnt'); process.stdin.resume()`]);
    try {
      const before = cpuSecondsOf([process.pid]);
      await once(child.stdout, 'data');
      const own = cpuSecondsOf([child.pid as number]);
      expect(own).toBeGreaterThanOrEqual(BURN_MS / 1000);
      expect(cpuSecondsOf([process.pid]) - before).toBeGreaterThan(0);
    } finally {
      child.stdin.end();
      await once(child, 'exit');
    }
  });

  test('keeps the account of a child that came and went', async () => {
    const [before, childrenBefore] = [cpuSecondsOf([process.pid]), endedChildrenSeconds()];
    await promisify(execFile)(process.execPath, ['-e', burn]);
    // Its account moves to ours in ticks of 10 ms.
    const least = BURN_MS / 1000 - 0.02;
    expect(endedChildrenSeconds() - childrenBefore).toBeGreaterThanOrEqual(least);
    expect(cpuSecondsOf([process.pid]) - before).toBeGreaterThanOrEqual(least);
  });

  test('of a process that is not there is nothing', () => {
    expect(cpuSecondsOf([2 ** 30])).toBe(0);
  });

  test('memory is told in MiB', () => {
    const told = residentMiB(process.pid);
    expect(told / (process.memoryUsage.rss() / 2 ** 20)).toBeCloseTo(1, 0);
  });
});
