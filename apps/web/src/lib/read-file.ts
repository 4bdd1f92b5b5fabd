/** Breaks in a row without a byte in between, after which it is given up. */
const MOST_BREAKS = 5;

/**
 * Reads a file of a known size. Where the connection breaks it goes on from the byte that it had come to.
 * @param open answers with the file from a byte on
 */
export async function readWholeFile(
  open: (from: number) => Promise<Response>,
  size: number,
  signal: AbortSignal,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let breaks = 0; bytes < size; ) {
    const before = bytes;
    try {
      const reader = (await open(bytes)).body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        parts.push(part.value);
        bytes += part.value.byteLength;
      }
    } catch (error) {
      if (signal.aborted || breaks >= MOST_BREAKS) throw error;
    }
    breaks = bytes > before ? 0 : breaks + 1;
    if (breaks > MOST_BREAKS) throw new Error('the file ended too early');
  }
  return new Blob(parts);
}
