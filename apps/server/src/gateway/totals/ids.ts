import { mixed } from './mixed.ts';

/** Words of four bytes in an id. */
const WORDS = 4;

/** Numbers for ids of 16 bytes: found by their bytes, since to write each of some ten thousand out is dearer than to add up. */
export class Ids {
  #count = 0;
  #known = new Uint32Array(WORDS * 512);
  /** Twice as many places as ids that are known; zero is free. */
  #table = new Int32Array(1024);

  /** The numbers of ids that stand one after the other: from zero on, in the order in which ids were first met. */
  numbersOf(bytes: Buffer): Uint32Array {
    // A word begins where four bytes do; bytes that lie otherwise are copied.
    const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
    const asked = new Uint32Array(buffer, byteOffset, length / 4);
    const numbers = new Uint32Array(asked.length / WORDS);
    for (let at = 0; at < numbers.length; at++) numbers[at] = this.#numberOf(asked, at * WORDS);
    return numbers;
  }

  /** The id of a number as everywhere else; null for the zeros that stand for none. */
  idOf(number: number): string | null {
    const hex = Buffer.from(this.#known.buffer, number * WORDS * 4, WORDS * 4).toString('hex');
    if (/^0+$/.test(hex)) return null;
    return [0, 8, 12, 16, 20].map((from, at) => hex.slice(from, [8, 12, 16, 20, 32][at])).join('-');
  }

  #numberOf(asked: Uint32Array, from: number): number {
    const at = this.#find(asked, from);
    const number = this.#table[at] as number;
    if (number > 0) return number - 1;
    this.#known.set(asked.subarray(from, from + WORDS), this.#count * WORDS);
    this.#table[at] = ++this.#count;
    if (this.#count * WORDS === this.#known.length) this.#grow();
    return this.#count - 1;
  }

  /** The place of an id in the table, or the free one where it belongs. */
  #find(asked: Uint32Array, from: number): number {
    const mask = this.#table.length - 1;
    let at = mixed(asked, from, from + WORDS) & mask;
    while (this.#table[at] !== 0) {
      const known = ((this.#table[at] as number) - 1) * WORDS;
      let word = 0;
      while (word < WORDS && this.#known[known + word] === asked[from + word]) word++;
      if (word === WORDS) return at;
      at = (at + 1) & mask;
    }
    return at;
  }

  #grow(): void {
    const before = this.#known;
    this.#known = new Uint32Array(before.length * 2);
    this.#known.set(before);
    this.#table = new Int32Array(this.#table.length * 2);
    for (let number = 0; number < this.#count; number++)
      this.#table[this.#find(before, number * WORDS)] = number + 1;
  }
}
