import { type HoursOptions, MAX_ENTRY_MINUTES, type ParsedHours, parseHours } from './hours.ts';

/** One cell of a pasted block: its text as it was, and what it means; null where it says nothing. */
export interface PastedCell {
  text: string;
  parsed: ParsedHours | null;
}

/** Longer texts are no block of a week. */
const LONGEST_BLOCK = 100_000;
const NOTHING = /^[-\u2012-\u2015\u2212]?$/;
const WITH_SECONDS = /^(\d{1,4}):([0-5]?\d):([0-5]\d)$/;

/**
 * Reads what was copied out of a spreadsheet: rows of cells, parted by tabs, else by semicolons, else by commas, quoted or
 * not. Where each line is a duration as it stands, commas are decimal ones. An empty cell or a dash says nothing.
 * @returns rows as long as they came; none where there is nothing to read
 */
export function parseBlock(text: string, options: HoursOptions = {}): PastedCell[][] {
  const whole = text.slice(0, LONGEST_BLOCK).replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  if (whole.trim() === '') return [];
  const rows = splitRows(whole, separatorOf(whole, options));
  return rows.map((row) => row.map((cell) => ({ text: cell, parsed: readCell(cell, options) })));
}

/** Writes a block as spreadsheets take it: cells parted by tabs, rows by line ends. */
export function writeBlock(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.join('\t')).join('\n');
}

function readCell(cell: string, options: HoursOptions): ParsedHours | null {
  const text = cell.trim();
  if (NOTHING.test(text)) return null;
  const clock = WITH_SECONDS.exec(text);
  if (!clock) return parseHours(text, options);
  const [, hours, minutes, seconds] = clock.map(Number);
  const total = (hours ?? 0) * 60 + (minutes ?? 0) + ((seconds ?? 0) >= 30 ? 1 : 0);
  return total > (options.maxMinutes ?? MAX_ENTRY_MINUTES)
    ? { ok: false, reason: 'tooLong' }
    : { ok: true, minutes: total };
}

function separatorOf(text: string, options: HoursOptions): string {
  if (text.includes('\t')) return '\t';
  if (text.includes(';')) return ';';
  const isOneColumn = text.split('\n').every((line) => readCell(line, options)?.ok !== false);
  return isOneColumn ? '\t' : ',';
}

/** RFC 4180: a quoted cell may hold separators, line ends and doubled quotes. */
function splitRows(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    const cell = text[at] === '"' ? quotedAt(text, at, separator) : null;
    const end = cell?.end ?? plainEnd(text, at, separator);
    rows.at(-1)?.push((cell?.value ?? text.slice(at, end)).trim());
    if (text[end] === '\n') rows.push([]);
    at = end + 1;
  }
  return rows;
}

function plainEnd(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return end;
}

/** A quoted cell and where it ends; null where the quote is not closed before the next cell, and so is a letter of the text. */
function quotedAt(text: string, from: number, separator: string): { value: string; end: number } | null {
  let value = '';
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') value += text[at];
    else if (text[at + 1] === '"') {
      value += '"';
      at += 1;
    } else {
      const end = at + 1;
      const isEnd = end === text.length || text[end] === separator || text[end] === '\n';
      return isEnd ? { value, end } : null;
    }
  }
  return null;
}
