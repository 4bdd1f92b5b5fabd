import { closeSync, openSync, readSync } from 'node:fs';

/** A font on this machine; of a file with several the one that is meant. */
export type FontFile = { path: string; name?: string };

/** How files of fonts begin, as four bytes: TrueType, TrueType of Apple, OpenType. */
const singles = ['\u0000\u0001\u0000\u0000', 'true', 'OTTO'];
const collection = 'ttcf';

/** The font of `PDF_FONT_FALLBACK`, `path` or `path#name`; null where none is set or it can be none, which is a problem. */
export function readFontFile(value: string | undefined, problems: string[]): FontFile | null {
  if (value === undefined) return null;
  const at = value.lastIndexOf('#');
  const [path, name] = at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)];
  const problem = problemOf(path, name);
  if (problem) problems.push(`PDF_FONT_FALLBACK is "${value}", ${problem}`);
  return problem ? null : { path, ...(name ? { name } : {}) };
}

function problemOf(path: string, name: string): string | null {
  const start = startOf(path);
  if (start === null) return 'which is no file that can be read';
  if (start === collection && !name)
    return 'which holds several fonts: add the PostScript name of one, such as #NotoSansCJKjp-Regular';
  if (start === collection || singles.includes(start)) return null;
  return 'which is no TrueType or OpenType font; use a .ttf, .otf or .ttc file';
}

function startOf(path: string): string | null {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(4);
      readSync(file, bytes);
      return bytes.toString('latin1');
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
