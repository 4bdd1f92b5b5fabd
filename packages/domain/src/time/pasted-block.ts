import {
  type HoursOptions,
  type HoursProblem,
  MAX_ENTRY_MINUTES,
  type ParsedHours,
  parseHours,
} from './hours.ts';

/** Why a pasted text is not a duration: also where what stands beside it shows that it may be part of a decimal, or none. */
export type PastedProblem = HoursProblem | 'decimals';

/** One cell of a pasted block: its text as it was, and what it means; null where it says nothing. */
export interface PastedCell {
  text: string;
  parsed: { ok: true; minutes: number } | { ok: false; reason: PastedProblem } | null;
}

/** Longer texts are no block of a week. */
const LONGEST_BLOCK = 100_000;
const NOTHING = /^[-\u2012-\u2015\u2212]?$/;
const DECIMAL = /^\d*[.,]\d+$/;
const WHOLE = /^\d+$/;
const WITH_SECONDS = /^(\d{1,4}):([0-5]?\d):([0-5]\d)$/;

/**
 * Reads what was copied out of a spreadsheet: rows of cells, parted by tabs, else by semicolons, else by commas, quoted or
 * not. Where each line is a duration as it stands, commas are decimal ones. An empty cell or a dash says nothing.
 * @returns rows as long as they came; none where there is nothing to read
 */
export function parseBlock(text: string, options: HoursOptions = {}): PastedCell[][] {
  const whole = text.slice(0, LONGEST_BLOCK).replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  if (whole.trim() === '') return [];
  const separator = separatorOf(whole, options);
  const rows = splitRows(whole, separator);
  const block = rows.map((row) => row.map((cell) => toCell(cell, options)));
  if (separator === ',' && mayHaveDecimalCommas(block))
    return doubted(block, ({ parsed }) => parsed?.ok === true);
  return options.decimalReading === 'minutes' ? withoutDoubt(block) : block;
}

/** `7,5` are two cells or one decimal, unless the first row is headings and no other has more cells. */
function mayHaveDecimalCommas([first = [], ...others]: PastedCell[][]): boolean {
  if (others.some(({ length }) => length > first.length)) return true;
  const isHeaded = !first.some(({ parsed }) => parsed?.ok);
  const hasPair = (row: PastedCell[]) =>
    row.some(({ text }, at) => WHOLE.test(text) && WHOLE.test(row[at + 1]?.text ?? ''));
  return !isHeaded && [first, ...others].some(hasPair);
}

/** Where `7.50` means 7:50, one `7.75` in a block shows that it was written in decimal hours: then none of them is certain. */
function withoutDoubt(block: PastedCell[][]): PastedCell[][] {
  const isDecimal = ({ text }: PastedCell) => DECIMAL.test(text);
  const isDoubtful = block.flat().some((cell) => isDecimal(cell) && isNoMinutes(cell));
  return isDoubtful ? doubted(block, isDecimal) : block;
}

function doubted(block: PastedCell[][], isMeant: (cell: PastedCell) => boolean): PastedCell[][] {
  return block.map((row) =>
    row.map((cell) => (isMeant(cell) ? { ...cell, parsed: { ok: false, reason: 'decimals' } } : cell)),
  );
}

function isNoMinutes({ parsed }: PastedCell): boolean {
  return parsed?.ok === false && (parsed.reason === 'minutesOutOfRange' || parsed.reason === 'unreadable');
}

/** Writes a block as spreadsheets take it: cells parted by tabs, rows by line ends. */
export function writeBlock(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.join('\t')).join('\n');
}

function toCell(text: string, options: HoursOptions): PastedCell {
  return { text, parsed: readCell(text.trim(), options) };
}

function readCell(text: string, options: HoursOptions): ParsedHours | null {
  if (NOTHING.test(text)) return null;
  const clock = WITH_SECONDS.exec(text);
  if (!clock) return parseHours(text, options);
  const [, hours = 0, minutes = 0, seconds = 0] = clock.map(Number);
  const all = hours * 60 + minutes + (seconds >= 30 ? 1 : 0);
  const isTooLong = all > (options.maxMinutes ?? MAX_ENTRY_MINUTES);
  return isTooLong ? { ok: false, reason: 'tooLong' } : { ok: true, minutes: all };
}

function separatorOf(text: string, options: HoursOptions): string {
  if (text.includes('\t')) return '\t';
  if (text.includes(';')) return ';';
  const isOneColumn = text.split('\n').every((line) => toCell(line, options).parsed?.ok !== false);
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
