import { expect, test } from 'vitest';
import { keepLastPage, readLastPage } from './last-page.ts';

const ada = { userId: 'ada', tenantId: 'acme0001' };

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('page and view are kept by person and workspace', () => {
  const tab = storage();
  keepLastPage(ada, { page: '/projects', view: '?archived=true' }, tab);
  expect([...tab.kept.keys()]).toEqual(['tm-ada-acme0001']);
  expect(readLastPage(ada, tab)).toBe('/projects?archived=true');
  expect(readLastPage({ ...ada, tenantId: 'beta0001' }, tab)).toBe(null);
  expect(readLastPage({ ...ada, userId: 'bob' }, tab)).toBe(null);
});

test.each(['{}', '{"page":"//evil.example","view":""}', '{"page":"/time","view":"@evil"}', 'x', '7'])(
  'only a path of this host is followed, not %s',
  (text) => {
    expect(readLastPage(ada, { getItem: () => text })).toBe(null);
  },
);
