import { randomBytes } from 'node:crypto';

/** Of this process: who chooses ids cannot choose such as meet each other in a table. */
const seed = randomBytes(4).readInt32LE();

/** A number in which each bit of some words counts in the lowest ones. */
export function mixed(words: Uint32Array, from: number, until: number): number {
  let mix = seed;
  for (let at = from; at < until; at++) {
    mix = Math.imul(mix ^ (words[at] as number), 0x9e3779b1);
    mix ^= mix >>> 16;
  }
  mix = Math.imul(mix, 0x85ebca6b);
  return mix ^ (mix >>> 15);
}
