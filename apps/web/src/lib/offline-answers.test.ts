import { expect, test } from 'vitest';
import { createOfflineAnswers } from './offline-answers.ts';

const ada = { userId: 'ada', tenantId: 'acme0001' };

/** A device with a database and what it remembers of its owner. */
function setUp() {
  const answers = new Map<string, unknown>();
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
  let loads = 0;
  const openPage = () =>
    createOfflineAnswers(storage, async () => {
      loads += 1;
      return {
        read: async (key) => answers.get(key),
        write: async (more) => more.forEach((data, key) => void answers.set(key, data)),
        clear: async () => answers.clear(),
      };
    });
  return { answers, items, openPage, loads: () => loads };
}

test('a person finds what was kept in this workspace', async () => {
  const { openPage } = setUp();
  await openPage()
    .open(ada)
    .write(new Map([['week', 1]]));
  expect(await openPage().open(ada).read('week')).toBe(1);
});

test.each([
  ['another person', { userId: 'bo', tenantId: 'acme0001' }],
  ['another workspace', { userId: 'ada', tenantId: 'other001' }],
])('%s reads nothing of it, and it is gone when they keep something', async (_, other) => {
  const { answers, openPage } = setUp();
  await openPage()
    .open(ada)
    .write(new Map([['week', 1]]));
  const theirs = openPage().open(other);
  expect(await theirs.read('week')).toBeUndefined();
  await theirs.write(new Map([['projects', 2]]));
  expect([...answers.keys()]).toEqual(['projects']);
});

test('after signing out nothing is left, and nothing that comes late is kept', async () => {
  const { answers, items, openPage } = setUp();
  const page = openPage();
  const own = page.open(ada);
  await own.write(new Map([['week', 1]]));
  await page.clear();
  await expect(own.write(new Map([['week', 2]]))).rejects.toThrow('Signed out.');
  expect([answers.size, items.size]).toEqual([0, 0]);
});

test('a page that goes before all is deleted leaves nothing readable, and the next one deletes it', async () => {
  const { answers, items, openPage } = setUp();
  await openPage()
    .open(ada)
    .write(new Map([['week', 1]]));
  void openPage().clear();
  expect(items.get('stint.offlineOwner')).toBe('');
  expect(await openPage().open(ada).read('week')).toBeUndefined();
  await openPage().clear();
  expect([answers.size, items.size]).toEqual([0, 0]);
});

test('who waits for the end of it waits for all of it, whoever began', async () => {
  const { answers, openPage } = setUp();
  const page = openPage();
  await page.open(ada).write(new Map([['week', 1]]));
  void page.clear();
  await page.clear();
  expect(answers.size).toBe(0);
});

test('a device that keeps nothing loads no database to delete it', async () => {
  const { openPage, loads } = setUp();
  await openPage().clear();
  expect(loads()).toBe(0);
});
