/** Repeatable choices from a seed (mulberry32). */
export type Random = {
  /** A whole number from `least` to `most`, both possible. */
  between(least: number, most: number): number;
  /** True that often, of 1. */
  chance(share: number): boolean;
  oneOf<Value>(values: readonly Value[]): Value;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    chance: (share) => next() < share,
    oneOf: (values) => values[between(0, values.length - 1)] as never,
  };
}
