import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { longestWord, WHOLE_LIST } from '../lib/list-filter.ts';
import { useSettled } from '../lib/use-settled.ts';

const SETTLED_MILLISECONDS = 250;

export type LongList<Item> = {
  /** The first rows, or the first of those with a word. */
  list: (word?: string) => UseQueryOptions<Item[], Error, Item[], string[]>;
  /** What is typed into the search box. */
  query: string;
};

/**
 * A list that is searched here while it is here as a whole, and by the gateway where it is longer than one answer: then
 * its longest word is asked for, and the caller's own search sees to the others.
 */
export function useLongList<Item>({ list, query }: LongList<Item>) {
  const first = useQuery(list());
  const isCut = (first.data?.length ?? 0) >= WHOLE_LIST;
  const word = useSettled(longestWord(query), SETTLED_MILLISECONDS);
  const isAsked = isCut && word !== '';
  const found = useQuery({
    ...list(word),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const shown = isAsked ? found : first;
  return {
    items: shown.data,
    error: shown.error,
    refetch: () => void shown.refetch(),
    /** There are more than are here. */
    isCut: (shown.data?.length ?? 0) >= WHOLE_LIST,
  };
}
