import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { checkList } from '../../platform/check-list.ts';
import { checksInOrder } from './checks.ts';

test('the order of the checks is the one that docs/requests.md shows', async () => {
  const page = await readFile(new URL('../../../../../docs/requests.md', import.meta.url), 'utf8');
  const rows = page
    .split('## Checks of the gateway')[1]
    ?.split('\n## ')[0]
    ?.matchAll(/^\| (anybody|person|member) \|.*\| (.*) \|$/gm);
  const shown = [...(rows ?? [])].map(([, who, names = '']) => [
    who,
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  ]);
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(Object.entries(checksInOrder).map(([who, { names }]) => [who, names])),
  );
});

test('checks run one after the other, know what those before found, and end with the first that refuses', async () => {
  const ran: string[] = [];
  const list = checkList<null, { word: string }>()
    .and(async ({ word }) => ({ length: word.length }))
    .and(({ length }) => void ran.push(`${length} letters`))
    .and(({ length }) => {
      if (length > 3) throw new Error('too long');
    })
    .and(() => void ran.push('end'));
  expect(await list.run({ word: 'day' }, null)).toEqual({ word: 'day', length: 3 });
  await expect(list.run({ word: 'week' }, null)).rejects.toThrow('too long');
  expect(ran).toEqual(['3 letters', 'end', '4 letters']);
});
