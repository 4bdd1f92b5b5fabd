import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { checksInOrder } from './checks.ts';

test('the order of the checks is the one that docs/requests.md shows', async () => {
  const page = await readFile(new URL('../../../../../../docs/requests.md', import.meta.url), 'utf8');
  const rows = page.split('## Checks of the provider')[1]?.matchAll(/^\| (\w+) \|.*\| (.*) \|$/gm);
  const shown = [...(rows ?? [])]
    .map(([, who, names = '']) => [who, [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)] as const)
    .filter(([, names]) => names.length > 0);
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(Object.entries(checksInOrder).map(([who, { names }]) => [who, names])),
  );
});
