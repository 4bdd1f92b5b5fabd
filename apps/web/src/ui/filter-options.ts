import { correctWords, searchWords } from '@stint/domain/workspace/search-words.ts';

type Named = { label: string; detail?: string | undefined };

/** What `exactOptions` finds; where no option has the words, those with words spelt nearly so. */
export function filterOptions<Option extends Named>(options: readonly Option[], query: string): Option[] {
  const found = exactOptions(options, query);
  if (found.length > 0) return found;
  const meant = correctWords(searchWords(plain(query)), options.map(nameOf));
  return meant ? withAll(options, meant) : [];
}

/**
 * Options in which every typed word occurs, in any letter case and without accents; those whose label begins with the
 * first word come first, otherwise the given order stays.
 */
export function exactOptions<Option extends Named>(options: readonly Option[], query: string): Option[] {
  const words = searchWords(plain(query));
  return words.length === 0 ? [...options] : withAll(options, words);
}

function withAll<Option extends Named>(options: readonly Option[], words: readonly string[]): Option[] {
  const matching = options.filter((option) => {
    const name = nameOf(option);
    return words.every((word) => name.includes(word));
  });
  return beginningFirst(matching, words[0]);
}

function nameOf({ label, detail = '' }: Named): string {
  return plain(`${label} ${detail}`);
}

function beginningFirst<Option extends Named>(matching: Option[], word = ''): Option[] {
  const begins = (option: Option) => (plain(option.label).startsWith(word) ? 0 : 1);
  return matching.sort((a, b) => begins(a) - begins(b));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
