import { randomBytes } from 'node:crypto';
import { hashRawSync } from '@node-rs/argon2';
import { spreadOf } from './stats.ts';

/** As stored hashes have it, and as what the goals in milliseconds were set beside. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const hashes = 40;

/** What one hash took on the machine on which the goals in milliseconds were set. */
export const goalsHashMs = 7.7;

/** The CPU that a hash of a password takes on this machine now, in ms: a median. */
export function hashMs(): number {
  const taken = Array.from({ length: hashes }, () => {
    const before = process.cpuUsage();
    hashRawSync(randomBytes(32), { ...cost, salt: randomBytes(32) });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return spreadOf(taken).median;
}
