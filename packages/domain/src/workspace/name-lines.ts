import { lettersNeeded } from './search-words.ts';

/**
 * Thousands of names in lower case, one a line in one text: to look through that for a word takes a small part of what a look at
 * each name takes.
 */
export class NameLines {
  readonly #text: string;
  /** Where each line begins, and behind the last of them the end. */
  readonly #starts: Uint32Array;

  /** @param text the names with a line feed between them; an empty one is no name at all */
  constructor(text: string) {
    this.#text = text;
    const starts = text === '' ? [] : [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = Uint32Array.from([...starts, text === '' ? 0 : text.length + 1]);
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  /** Of each line the set of words that it has: a bit for each. @param words eight at most, none with a space */
  having(words: readonly string[]): Uint8Array {
    const sets = new Uint8Array(this.count);
    for (const [nth, word] of words.entries()) {
      let line = 0;
      for (let at = this.#text.indexOf(word); at >= 0; ) {
        while ((this.#starts[line + 1] as number) <= at) line++;
        sets[line] = (sets[line] as number) | (1 << nth);
        line++;
        at = this.#text.indexOf(word, this.#starts[line]);
      }
    }
    return sets;
  }

  /** Those in which one of the words may have been meant. */
  near(words: readonly string[], isAsked: (line: number) => boolean): string[] {
    const needed = words.map(lettersNeeded);
    const found: string[] = [];
    for (let line = 0; line < this.count; line++) {
      if (!isAsked(line)) continue;
      const name = this.#text.slice(this.#starts[line], (this.#starts[line + 1] as number) - 1);
      const has = (letter: string) => name.includes(letter);
      if (needed.some((sets) => sets.every((letters) => letters.some(has)))) found.push(name);
    }
    return found;
  }
}
