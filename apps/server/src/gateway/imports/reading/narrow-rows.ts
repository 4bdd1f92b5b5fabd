import { MOST_LETTERS, next, startOf } from './plain-csv.ts';
import { MOST_COLUMNS, tooManyColumns } from './source.ts';

/**
 * Refuses a text with a row that is too long and has too many cells, before the reader that forgives sees it: that one counts the letters
 * of a row without its separators, and would make a cell of each. Cells are told apart as it does.
 * @throws AppError `file_invalid`
 */
export function requireNarrowRows(text: string, separator: string): void {
  if (text.length <= MOST_LETTERS) return;
  const lineEnd = firstLineEnd(text, separator);
  let comma = -1;
  for (let at = startOf(text); at < text.length; at += lineEnd.length) {
    const begin = at;
    let end = next(text, lineEnd, at);
    for (let count = 1; ; count++, at++) {
      if (text[at] === '"') at = closingEnd(text, at, [separator, lineEnd]);
      else {
        if (comma < at) comma = next(text, separator, at);
        at = Math.min(comma, end);
      }
      if (count > MOST_COLUMNS && at - begin > MOST_LETTERS)
        throw tooManyColumns(text.slice(0, begin).split('\n').length, `more than ${MOST_COLUMNS}`);
      if (at > end) end = next(text, lineEnd, at);
      if (at === end) break;
    }
  }
}

/** The first line end outside of quotation marks is that of all lines. */
function firstLineEnd(text: string, separator: string): string {
  for (let at = startOf(text); at < text.length; at++) {
    if (text[at] === '"') at = closingEnd(text, at, [separator, '\n', '\r']);
    while (at < text.length && text[at] !== separator) {
      if (text[at] === '\n') return '\n';
      if (text[at] === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r';
      at++;
    }
  }
  return '\n';
}

/** Behind the mark that closes a cell: one that is not doubled and stands before what a cell ends with. */
function closingEnd(text: string, at: number, ends: readonly string[]): number {
  for (let mark = text.indexOf('"', at + 1); mark >= 0; mark = text.indexOf('"', mark + 1)) {
    if (text[mark + 1] === '"') mark++;
    else if (mark + 1 === text.length || ends.some((end) => text.startsWith(end, mark + 1))) return mark + 1;
  }
  return text.length;
}
