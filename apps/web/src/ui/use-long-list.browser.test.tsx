import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useLongList } from './use-long-list.ts';

/** A list as the gateway answers it: a thousand at once. */
function listOf(count: number) {
  const names = Array.from({ length: count }, (_, index) => `Pier ${index + 1}`);
  const asked: (string | undefined)[] = [];
  const list = (word?: string) =>
    queryOptions({
      queryKey: ['piers', ...(word ? [word] : [])],
      queryFn: async () => {
        asked.push(word);
        return names.filter((name) => word === undefined || name.includes(word)).slice(0, 1000);
      },
    });
  return { asked, list };
}

function Example({ list }: { list: ReturnType<typeof listOf>['list'] }) {
  const [query, setQuery] = useState('');
  const { items, isCut } = useLongList({ list, query });
  return (
    <>
      <input aria-label="Search" value={query} onChange={(event) => setQuery(event.target.value)} />
      <output>{items ? `${items.length} from ${items[0]}${isCut ? ', and more' : ''}` : 'loading'}</output>
    </>
  );
}

function show(list: Parameters<typeof Example>[0]['list']) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Example list={list} />
    </QueryClientProvider>,
  );
}

test('a list longer than one answer is searched where all of it is, by its longest word', async () => {
  const { asked, list } = listOf(1500);
  const screen = await show(list);
  await expect.element(screen.getByText('1000 from Pier 1, and more')).toBeVisible();
  await screen.getByLabelText('Search').fill('r 1499');
  await expect.element(screen.getByText('1 from Pier 1499')).toBeVisible();
  expect(asked).toEqual([undefined, '1499']);
  await screen.getByLabelText('Search').fill('');
  await expect.element(screen.getByText('1000 from Pier 1, and more')).toBeVisible();
});

test('a list that is here as a whole is not asked for again', async () => {
  const { asked, list } = listOf(999);
  const screen = await show(list);
  await screen.getByLabelText('Search').fill('42');
  await expect.element(screen.getByText('999 from Pier 1')).toBeVisible();
  expect(asked).toEqual([undefined]);
});
