import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openForgotten } from './forgotten.ts';
import { newId } from './ids.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'forgotten-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const [early, late] = [new Date('2026-11-21T08:00:00.123Z'), new Date('2026-11-21T09:00:00Z')];

test('what was noted is read again, the oldest first, by whoever opens the folder', async () => {
  const folder = join(root, 'new');
  const list = openForgotten(folder);
  expect(await list.list()).toEqual([]);
  const account = { kind: 'account', userId: newId() } as const;
  const membership = { kind: 'membership', tenantId: newId(), userId: newId() } as const;
  const workspace = { kind: 'workspace', publicId: 'abcd1234' } as const;
  await list.note(workspace, late);
  await list.note(account, early);
  await list.note(membership, late);
  await list.note(account, early);
  expect(await openForgotten(folder).list()).toEqual([
    { what: account, at: early },
    { what: membership, at: late },
    { what: workspace, at: late },
  ]);
});

test('what was noted in the folder of before is read with the rest, each once, and new notes go to the folder of now', async () => {
  const [before, now] = [join(root, 'before'), join(root, 'now')];
  const account = () => ({ kind: 'account', userId: newId() }) as const;
  const [first, second, third] = [account(), account(), account()];
  await openForgotten(before).note(first, early);
  await openForgotten(before).note(second, late);
  const list = openForgotten(now, before);
  expect(await list.list()).toHaveLength(2);
  await list.note(second, late);
  await list.note(third, new Date('2026-11-21T10:00:00Z'));
  expect((await list.list()).map(({ what }) => what)).toEqual([first, second, third]);
  expect([(await readdir(before)).length, (await readdir(now)).length]).toEqual([2, 2]);
});

test('whatever else lies in the folder is no note', async () => {
  for (const name of ['notes.txt', '2026-11-21T08-00-00-123Z.account', '2026-11-21T08-00-00-123Z.house.1'])
    await writeFile(join(root, name), '');
  expect(await openForgotten(root).list()).toEqual([]);
});

test('a list that cannot be written says so: nothing is acknowledged that would come back', async () => {
  await writeFile(join(root, 'file'), '');
  const list = openForgotten(join(root, 'file'));
  await expect(list.note({ kind: 'account', userId: newId() }, early)).rejects.toThrow('EEXIST');
  expect(await readdir(root)).toEqual(['file']);
});
