type Named = { label: string; detail?: string };

/**
 * Options in which every typed word occurs, in any letter case and without accents; those whose label begins with the
 * first word come first, otherwise the given order stays.
 */
export function filterOptions<Option extends Named>(options: readonly Option[], query: string): Option[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const matching = options.filter((option) => {
    const text = plain(`${option.label} ${option.detail ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const begins = (option: Option) => (plain(option.label).startsWith(words[0] ?? '') ? 0 : 1);
  return matching.sort((a, b) => begins(a) - begins(b));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
