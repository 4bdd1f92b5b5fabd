/** Bytes of something, both ends included. */
export type ByteRange = { first: number; last: number };

/**
 * Reads a Range header (RFC 9110 section 14.1): one range of bytes. Several at once, other units and what makes no sense are
 * as if nothing had been asked, which the RFC allows.
 * @param size bytes there are
 * @returns null for everything, `none` where nothing of it is there
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '')
    return Number(to) === 0 || size === 0
      ? 'none'
      : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'none' : { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
