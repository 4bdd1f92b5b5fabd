import type { SourceRow } from '@stint/domain/time/import/evidence.ts';

/** Beyond it a row is no row, but a quotation mark too many. */
export const MOST_LETTERS = 1024 * 1024;

/**
 * Rows of a text that is written as RFC 4180 says: a cell with quotation marks begins and ends with one, and those within are
 * doubled. Several times as fast as a reader that forgives, and a file is read three times.
 * @param visit tells whether it wants more
 * @returns whether all that was visited is written so; where it is not, the rows before have been visited
 */
export function eachPlainRow(text: string, separator: string, visit: (row: SourceRow) => boolean): boolean {
  const lineEnd = lineEndOf(text);
  if (lineEnd === null) return false;
  let at = startOf(text);
  let quote = next(text, '"', at);
  for (let line = 1; at < text.length; ) {
    const end = next(text, lineEnd, at);
    if (quote >= end) {
      if (end - at > MOST_LETTERS) return false;
      if (!visit({ line, cells: text.slice(at, end).split(separator) })) return true;
      [at, line] = [end + lineEnd.length, line + 1];
      continue;
    }
    const row = quotedRow(text, { at, end }, { separator, lineEnd });
    if (row === null) return false;
    if (!visit({ line, cells: row.cells })) return true;
    line += 1 + row.cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    at = row.end + lineEnd.length;
    quote = next(text, '"', at);
  }
  return true;
}

/** How the lines end, where all of them end in the same way. */
function lineEndOf(text: string): '\n' | '\r\n' | null {
  if (!text.includes('\r')) return '\n';
  // A cell may hold lines that end in the other way.
  return /[^\r]\n|^\n|\r[^\n]|\r$/.test(text) ? null : '\r\n';
}

/** Behind a byte order mark. */
export const startOf = (text: string) => (text.startsWith('\u{feff}') ? 1 : 0);

/** The end of the text where it does not come any more. */
export function next(text: string, sought: string, from: number): number {
  const found = text.indexOf(sought, from);
  return found < 0 ? text.length : found;
}

/**
 * @param begin where the row begins, and where that line ends: it is looked for again behind a cell that holds lines alone
 * @returns null where a quotation mark stands inside of a cell without any, or before something else than its end; and of too many letters
 */
function quotedRow(
  text: string,
  begin: { at: number; end: number },
  { separator, lineEnd }: { separator: string; lineEnd: string },
): { cells: string[]; end: number } | null {
  const cells: string[] = [];
  let { at, end } = begin;
  for (; ; at += separator.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, { separator, end });
    if (cell === null || cell.end - begin.at > MOST_LETTERS) return null;
    cells.push(cell.text);
    at = cell.end;
    if (at > end) end = next(text, lineEnd, at);
    if (at === end) return { cells, end };
    if (!text.startsWith(separator, at)) return null;
  }
}

type Cell = { text: string; end: number };

/** @param bounds what a cell ends with, and where its line ends */
function plainCell(text: string, at: number, bounds: { separator: string; end: number }): Cell | null {
  const end = Math.min(next(text, bounds.separator, at), bounds.end);
  const cell = text.slice(at, end);
  return cell.includes('"') ? null : { text: cell, end };
}

function quotedCell(text: string, at: number): Cell | null {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 2)) {
    if (text[end + 1] === '"') continue;
    return { text: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
  }
  return null;
}
