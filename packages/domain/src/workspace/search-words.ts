/** Letters that a search takes. */
export const MAX_SEARCH_LENGTH = 200;

/** Words that a search looks at; the rest of a longer text is ignored. */
const MOST_WORDS = 6;

/** What is looked for: every one of these words has to be somewhere in a name. */
export function searchWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

/** How many slips are forgiven in a word: none in a short one, where another word is as near as the meant one. */
function slipsIn({ length }: string): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}

/** Letters as texts of several languages have them, the frequent ones last. */
const FREQUENT = 'dlucsotanrie';

/**
 * Sets of letters: a name that has the word, or one from which a slip or two made it, has a letter of each set. So most names are
 * passed over by a look at the first set, which has the rarest letters. A word in which no slip is forgiven is a set by itself.
 */
export function lettersNeeded(word: string): string[][] {
  const most = slipsIn(word);
  if (most === 0) return [[word]];
  const counts = new Map<string, number>();
  for (const letter of word) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const rareFirst = [...counts].sort(([one], [other]) => FREQUENT.indexOf(one) - FREQUENT.indexOf(other));
  const sets: string[][] = [];
  let [set, lacking] = [[] as string[], 0];
  for (const [letter, count] of rareFirst) {
    set.push(letter);
    lacking += count;
    if (lacking <= most) continue;
    sets.push(set);
    [set, lacking] = [[], 0];
  }
  return sets;
}

/**
 * The words of a search as they were probably meant: one that no name has becomes the nearest beginning of a word that
 * some name has. A slip is a letter that is missing, is too many, is another one, or has changed places with its neighbour.
 * @param names the names that the search looks through, in any letter case
 * @returns the words, or null where nothing is nearer
 */
export function correctWords(words: readonly string[], names: readonly string[]): string[] | null {
  const lower = names.map((name) => name.toLowerCase());
  const known = [...new Set(lower.flatMap((name) => name.split(/[^\p{L}\p{N}\p{M}]+/u)))].filter(Boolean);
  const corrected = words.map((word) =>
    lower.some((name) => name.includes(word)) ? word : nearestBeginning(word, known),
  );
  if (corrected.includes(null)) return null;
  return corrected.some((word, at) => word !== words[at]) ? (corrected as string[]) : null;
}

type Near = { slips: number; beginning: string; rest: number };

function nearestBeginning(word: string, known: readonly string[]): string | null {
  const most = slipsIn(word);
  if (most === 0) return null;
  let best: Near | null = null;
  for (const candidate of known) {
    if (candidate.length < word.length - most || lacksLetters(candidate, word, most)) continue;
    const near = nearest(word, candidate);
    if (near.slips <= most && (best === null || isNearer(near, best))) best = near;
  }
  return best?.beginning ?? null;
}

/** Each letter that the candidate does not have anywhere is a slip of its own: most words are passed over by that alone. */
function lacksLetters(candidate: string, typed: string, most: number): boolean {
  let lacking = 0;
  for (const letter of typed) if (!candidate.includes(letter)) lacking += 1;
  return lacking > most;
}

/** Fewer slips first, then the word of which the most was typed. */
function isNearer(one: Near, other: Near): boolean {
  return one.slips === other.slips ? one.rest < other.rest : one.slips < other.slips;
}

/** The beginning of a word that is nearest to what was typed (optimal string alignment, against every beginning at once). */
function nearest(typed: string, candidate: string): Near {
  const width = Math.min(candidate.length, typed.length + 2);
  let [before, row] = [[] as number[], Array.from({ length: width + 1 }, (_, at) => at)];
  for (let i = 1; i <= typed.length; i++) {
    const next = [i];
    for (let j = 1; j <= width; j++) {
      const isSame = typed[i - 1] === candidate[j - 1];
      const isSwapped =
        i > 1 && j > 1 && typed[i - 1] === candidate[j - 2] && typed[i - 2] === candidate[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped ? [(before[j - 2] ?? 0) + 1] : []),
      );
    }
    [before, row] = [row, next];
  }
  const slips = Math.min(...row);
  // Of beginnings that are equally near the longest: it finds the fewest other words.
  const length = row.lastIndexOf(slips);
  return { slips, beginning: candidate.slice(0, length), rest: candidate.length - length };
}
