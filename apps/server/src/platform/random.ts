import { randomFillSync } from 'node:crypto';

const poolBytes = 4096;

/** Random bytes from the system's generator, asked for by the page: one call of it costs ten times what 32 bytes do. */
export const randomBytesPooled: (count: number) => Buffer = createPool();

function createPool(): (count: number) => Buffer {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  return (count) => {
    if (count > poolBytes) throw new RangeError(`at most ${poolBytes} bytes at once`);
    if (used + count > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = Buffer.from(pool.subarray(used, used + count));
    // What was handed out is nowhere else.
    pool.fill(0, used, used + count);
    used += count;
    return bytes;
  };
}
