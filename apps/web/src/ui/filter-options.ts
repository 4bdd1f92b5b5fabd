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
 * Options in which every typed word occurs, in any letter case and without accents: what is called so first, then what begins so,
 * then where each word begins one of the name; otherwise the given order stays. Of thousands a few are shown, and Enter takes the
 * first.
 */
export function exactOptions<Option extends Named>(options: readonly Option[], query: string): Option[] {
  const words = searchWords(plain(query));
  return words.length === 0 ? [...options] : withAll(options, words);
}

function withAll<Option extends Named>(options: readonly Option[], words: readonly string[]): Option[] {
  return options
    .filter((option) => {
      const name = nameOf(option);
      return words.every((word) => name.includes(word));
    })
    .map((option) => ({ option, distance: distanceOf(plain(option.label), words) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ option }) => option);
}

/** How far a name is from what was typed: 0 is the very name. */
function distanceOf(label: string, words: readonly string[]): number {
  const nearness = [
    label === words.join(' '),
    label.startsWith(words.join(' ')),
    words.every((word) => ` ${label}`.includes(` ${word}`)),
    label.startsWith(words[0] ?? ''),
  ];
  const at = nearness.indexOf(true);
  return at < 0 ? nearness.length : at;
}

function nameOf({ label, detail = '' }: Named): string {
  return plain(`${label} ${detail}`);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
