/** Takes a stream apart by numbers of bytes, however it comes. */
export type ByteReader = {
  /** So many bytes; fewer only where the stream ends. */
  read(bytes: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
};

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Uint8Array[] = [];
  let size = 0;
  let hasEnded = false;
  const fill = async (bytes: number): Promise<void> => {
    while (size < bytes && !hasEnded) {
      const { value, done } = await chunks.next();
      if (done) hasEnded = true;
      else if (value.length > 0) {
        held.push(value);
        size += value.length;
      }
    }
  };
  return {
    async read(bytes) {
      await fill(bytes);
      const [first = Buffer.alloc(0), ...others] = held;
      const all =
        others.length === 0 ? Buffer.from(first.buffer, first.byteOffset, first.length) : Buffer.concat(held);
      const taken = all.subarray(0, bytes);
      const rest = all.subarray(taken.length);
      held = rest.length > 0 ? [rest] : [];
      size = rest.length;
      return taken;
    },
    async isAtEnd() {
      await fill(1);
      return size === 0;
    },
  };
}
