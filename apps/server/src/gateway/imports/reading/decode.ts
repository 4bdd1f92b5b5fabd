import { AppError } from '@stint/domain/errors.ts';

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export type Encoding = (typeof ENCODINGS)[number];

export type Decoded = { text: string; encoding: Encoding; isSure: boolean };

/**
 * The text of a file. What begins with a mark is what the mark says; what is UTF-8 throughout is UTF-8, since other text
 * hardly ever is by chance; the rest is Windows-1252, which table programs of western Europe write.
 * @throws AppError `file_invalid` for what is no text in the encoding, with the line
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): Decoded {
  if (chosen) return { text: strictly(bytes, chosen), encoding: chosen, isSure: true };
  const marked = markOf(bytes);
  if (marked) return { text: strictly(bytes, marked), encoding: marked, isSure: true };
  const wide = widthOf(bytes);
  if (wide) return { text: strictly(bytes, wide), encoding: wide, isSure: true };
  if (isUtf8(bytes)) return { text: strictly(bytes, 'utf-8'), encoding: 'utf-8', isSure: true };
  return { text: strictly(bytes, 'windows-1252'), encoding: 'windows-1252', isSure: false };
}

function markOf([one, two, three]: Uint8Array): Encoding | null {
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  return one === 0xfe && two === 0xff ? 'utf-16be' : null;
}

/** UTF-16 without a mark: every other byte of Latin text is zero. */
function widthOf(bytes: Uint8Array): Encoding | null {
  const sample = bytes.subarray(0, 2000);
  let [even, odd] = [0, 0];
  for (let at = 0; at < sample.length; at += 1) {
    if (sample[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function strictly(bytes: Uint8Array, encoding: Encoding): string {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('file_invalid', {
      message: `${placeOfFault(bytes, encoding)}: this is not ${encoding.toUpperCase()} text. Choose another encoding, or save the file as UTF-8.`,
      cause,
    });
  }
  const nul = text.indexOf('\u0000');
  if (nul < 0 && text.isWellFormed()) return text;
  throw new AppError('file_invalid', {
    message: `${placeOf(text, Math.max(nul, 0))}: this file is not text. Export it as CSV or XLSX.`,
  });
}

/** Where a text stops to be one: halves of the file are tried, so that even the largest is looked at a few times only. */
function placeOfFault(bytes: Uint8Array, encoding: Encoding): string {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (decodes(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle;
  }
  const before = new TextDecoder(encoding).decode(bytes.subarray(0, good));
  return placeOf(before, before.length);
}

/** Whether bytes are the beginning of a text: an unfinished last letter is none of its faults. */
function decodes(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** `Line 3, column 17` of a letter of a text. */
function placeOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n');
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
