import { correctWords, searchWords } from '@stint/domain/workspace/search-words.ts';

type Named = { label: string; detail?: string | undefined };

/**
 * Options in which every typed word occurs, in any letter case and without accents; those whose label begins with the
 * first word come first, otherwise the given order stays. Where there are none, those with words spelt nearly so.
 */
export function filterOptions<Option extends Named>(options: readonly Option[], query: string): Option[] {
  const words = searchWords(plain(query));
  if (words.length === 0) return [...options];
  const named = options.map((option) => ({ option, name: plain(`${option.label} ${option.detail ?? ''}`) }));
  const withAll = (all: readonly string[]) =>
    named.filter(({ name }) => all.every((word) => name.includes(word))).map(({ option }) => option);
  const exact = withAll(words);
  if (exact.length > 0) return beginningFirst(exact, words[0]);
  const meant = correctWords(
    words,
    named.map(({ name }) => name),
  );
  return meant ? beginningFirst(withAll(meant), meant[0]) : [];
}

function beginningFirst<Option extends Named>(matching: Option[], word = ''): Option[] {
  const begins = (option: Option) => (plain(option.label).startsWith(word) ? 0 : 1);
  return matching.sort((a, b) => begins(a) - begins(b));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
