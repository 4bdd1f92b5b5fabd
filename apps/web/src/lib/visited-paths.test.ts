import { expect, test } from 'vitest';
import { previousPath, rememberPath } from './visited-paths.ts';

/** One browser tab: each host has storage of its own, the cookie is that of all. */
function openTab() {
  const hosts = new Map<string, Map<string, string>>();
  const tab = { cookie: null as string | null };
  const storageOf = (origin: string) => {
    const kept = hosts.get(origin) ?? new Map<string, string>();
    hosts.set(origin, kept);
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
  };
  return {
    tab,
    storageOf,
    open(address: string) {
      const { origin } = new URL(address);
      rememberPath({
        here: address,
        storage: storageOf(origin),
        readShared: () => tab.cookie,
        writeShared: (value) => {
          tab.cookie = value;
        },
      });
      return previousPath(origin, storageOf(origin));
    },
  };
}

const main = 'http://stint.localhost:3000';
const acme = 'http://acme.stint.localhost:3000';

test('the previous path is that of the page before', () => {
  const { open } = openTab();
  expect(open(`${acme}/time`)).toBe(null);
  expect(open(`${acme}/projects`)).toBe('/time');
  expect(open(`${acme}/team`)).toBe('/projects');
});

test('a reload changes nothing', () => {
  const { open } = openTab();
  open(`${acme}/time`);
  open(`${acme}/projects`);
  expect(open(`${acme}/projects`)).toBe('/time');
});

test('the memory goes from host to host and back', () => {
  const { open } = openTab();
  open(`${acme}/time`);
  open(`${acme}/settings`);
  expect(open(`${main}/archive-workspace`)).toBe(`${acme}/settings`);
  expect(open(`${acme}/settings`)).toBe(`${main}/archive-workspace`);
});

test.each(['{', '{"previous":7}', '{"previous":"javascript:alert(1)"}', '[]', 'null'])(
  'what others wrote into the storage is nothing: %s',
  (text) => {
    expect(previousPath(main, { getItem: () => text })).toBe(null);
  },
);
