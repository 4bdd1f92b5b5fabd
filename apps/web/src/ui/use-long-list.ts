import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from '../lib/use-settled.ts';

/** What the gateway answers at once without paging. */
const WHOLE_LIST = 1_000;
const SETTLED_MILLISECONDS = 250;

export type LongList<Item> = {
  key: readonly string[];
  /** The first rows, or the first of those with a word. */
  load: (word: string | undefined, signal: AbortSignal) => Promise<readonly Item[]>;
  /** What is typed into the search box. */
  query: string;
};

/**
 * A list that is searched here while it is here as a whole, and by the gateway where it is longer than one answer: then
 * its longest word is asked for, and the caller's own search sees to the others.
 */
export function useLongList<Item>({ key, load, query }: LongList<Item>) {
  const first = useQuery({ queryKey: key, queryFn: ({ signal }) => load(undefined, signal) });
  const isCut = (first.data?.length ?? 0) >= WHOLE_LIST;
  const word = useSettled(longestWord(query), SETTLED_MILLISECONDS);
  const isAsked = isCut && word !== '';
  const found = useQuery({
    queryKey: [...key, word],
    queryFn: ({ signal }) => load(word, signal),
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

function longestWord(query: string): string {
  return query.split(/\s+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
