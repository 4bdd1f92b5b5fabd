/** Chance that comes out the same for the same seed, on every machine. */
export type Random = {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** A uuid of version 7 for an instant (RFC 9562 section 5.7). */
  uuid(at: Date): string;
};

/** sfc32, a small generator of good quality; the seed may be any text. */
export function createRandom(seed: string): Random {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, hash(seed)];
  const bits = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return t >>> 0;
  };
  for (let round = 0; round < 12; round++) bits();
  const next = () => bits() / 0x1_0000_0000;
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    uuid: (at) => {
      const time = at.getTime().toString(16).padStart(12, '0');
      const [x, y, z] = [hex(bits()), hex(bits()), hex(bits())];
      const variant = '89ab'[parseInt(y[0] ?? '0', 16) & 3];
      return `${time.slice(0, 8)}-${time.slice(8)}-7${x.slice(0, 3)}-${variant}${x.slice(3, 6)}-${y.slice(1, 7)}${z.slice(0, 6)}`;
    },
  };
}

function hex(bits: number): string {
  return bits.toString(16).padStart(8, '0');
}

/** FNV-1a over the text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value | 0;
}
