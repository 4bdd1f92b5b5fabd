import { plainOf } from '../plain-of.ts';
import { dayOfHeading, isDayHeading } from './day-heading.ts';
import type { PastedCell } from './pasted-block.ts';
import type { PlainDate } from './plain-date.ts';

/** What the week has that a heading may name. */
export interface HeadedWeek {
  days: readonly PlainDate[];
  /** Of clients, projects and activities in its rows. */
  names: readonly string[];
}

/** Where the hours of a column go: to a day of the week by its heading, nowhere, or by its place where nothing says more. */
export type ColumnDay = number | 'noDay' | null;

/** What of a block is headings and not hours. */
export interface BlockHeads {
  /** Its rows of headings. */
  rows: readonly number[];
  /** How many columns at its start are no hours. */
  columns: number;
  /** Those of them that name rows; numbers and codes beside them do not. */
  names: readonly number[];
  /** Of all of its columns. */
  days: readonly ColumnDay[];
}

/** A block that is hours alone. */
export const NO_HEADS: BlockHeads = { rows: [], columns: 0, names: [], days: [] };

/** What people write over a column of names. */
const CORNERS = new Set(
  [
    'project projects client clients customer customers activity activities task tasks',
    'projekt projekte kunde kunden mandant mandanten tätigkeit tätigkeiten aktivität aktivitäten aufgabe aufgaben',
  ].flatMap((words) => words.split(' ')),
);

/** Hours with a unit that is not read are hours all the same. */
const LIKE_HOURS =
  /^\d+(?:[.,:]\d+)?\s*(?:std|stdn|stunden?|hs?|hrs?|hours?|min|minuten?|minutes?|tage?|d|days?)\.?$/i;
const DAY_AND_MONTH = /^(\d{1,2})[./-](\d{1,2})\.?$/;
const BARE_NUMBER = /^\d{1,2}$/;
/** Decimal hours of more than this are rather a day and a month: `16.11`. */
const LONG_DAY = 12 * 60;
/** So many numbers that follow each other as days of a month do are days, of whatever week. */
const DAYS_OF_ANY_WEEK = 3;

type Block = readonly PastedCell[][];
type Known = { days: readonly PlainDate[]; names: ReadonlySet<string> };

/**
 * The rows of days and the columns of names that were copied along with hours. Where there are days, hours go to those, and what
 * is under another heading goes nowhere: a total, a rate, a day of another week. What is a heading and what hours is told by what
 * cannot be hours, and by dates that follow each other; a word among hours, such as `sick`, stands for hours.
 */
export function findHeads(block: Block, week: HeadedWeek): BlockHeads {
  const known = { days: week.days, names: new Set(week.names.map(plainOf)) };
  const rows = [...block.keys()].filter((at) => isHeadRow(block, at, known));
  const heads = rows.map((at) => block[at] ?? []);
  const body = block.filter((_, at) => !rows.includes(at));
  const days = daysOf(heads, widthOf(block), known);
  const names = findNames(body, { heads, days, known });
  return { rows, columns: (names.at(-1) ?? -1) + 1, names, days };
}

function widthOf(block: Block): number {
  return Math.max(0, ...block.map((row) => row.length));
}

function hasHours(rows: Block): boolean {
  return rows.some((row) => row.some(({ parsed }) => parsed?.ok));
}

type Placed = PastedCell & { column: number };

function isHeadRow(block: Block, at: number, known: Known): boolean {
  const row = block[at] ?? [];
  const below = block.slice(at + 1);
  if (!hasHours(below)) return false;
  const cells = row.flatMap((cell, column) => (cell.parsed === null ? [] : { ...cell, column }));
  const numbers = cells.filter((cell) => !isWord(cell));
  const words = cells.filter(isWord);
  const namesDays = words.some(({ text }) => isDayHeading(text));
  const isFirst = !hasHours(block.slice(0, at));
  if (numbers.length > 0 && isFirst && areDaysOfAnyWeek(numbers)) return true;
  if (cells.length === 0 || !areDays(cells, known)) return false;
  if (namesDays) return true;
  return (
    isFirst &&
    (words.some(({ text }) => isCorner(text, known)) ||
      areNumbersDays(numbers, known) ||
      (numbers.length > 1 && isEmptyCorner(row, below, known)) ||
      areWordsOverHours(words, numbers, { below, known }))
  );
}

/** Numbers have to be days of the week, in step with each other and with the days that are named. */
function areDays(cells: readonly Placed[], { days }: Known): boolean {
  const dated = cells.map((cell) => ({ ...cell, day: dayOfHeading(cell.text, days) }));
  const numbers = dated.filter((cell) => !isWord(cell));
  const inStep = dated.filter((cell) => !isWord(cell) || cell.day >= 0);
  const [start] = inStep;
  return (
    numbers.length === 0 ||
    (numbers.every(({ day }) => day >= 0) &&
      inStep.every(({ day, column }) => start !== undefined && day - column === start.day - start.column))
  );
}

function areNumbersDays(numbers: readonly PastedCell[], { days }: Known): boolean {
  return (numbers.length > 1 && !numbers.every(mayBeHours)) || numbers.length === days.length;
}

/** `9.11` `10.11` `11.11`: a month all the same, and a day more each time. */
function areDaysOfAnyWeek(cells: readonly PastedCell[]): boolean {
  const dates = cells.map(({ text }) => DAY_AND_MONTH.exec(text)?.slice(1).map(Number) ?? []);
  return (
    dates.length >= DAYS_OF_ANY_WEEK &&
    dates.every(([day = 0, month = 0], at) => {
      const [first = 0, same = 0] = dates[0] ?? [];
      return day === first + at && day >= 1 && day <= 31 && month === same && month >= 1 && month <= 12;
    })
  );
}

/** Nothing over a column of names, as a table of days has it. */
function isEmptyCorner([first]: readonly PastedCell[], below: Block, known: Known): boolean {
  const column = columnOf(below, 0);
  return first?.parsed === null && column.every(isWord) && hasKnown(column, known);
}

/** Words alone at the top, over what is hours: they are headings, though nobody can say of what. */
function areWordsOverHours(
  words: readonly Placed[],
  numbers: readonly Placed[],
  { below, known }: { below: Block; known: Known },
): boolean {
  return (
    numbers.length === 0 &&
    !hasKnown(words, known) &&
    words.some(({ column }) => hasHours(below.map((row) => row.slice(column, column + 1))))
  );
}

function isCorner(text: string, { names }: Known): boolean {
  const word = plainOf(text);
  return CORNERS.has(word) && !names.has(word);
}

/** Two columns of one day, or one under two days: neither is certain. */
function daysOf(heads: Block, width: number, { days }: Known): ColumnDay[] {
  const said = Array.from({ length: width }, (_, column): ColumnDay => {
    const texts = columnOf(heads, column).map(({ text }) => dayOfHeading(text, days));
    const [day] = texts;
    if (day === undefined) return null;
    return day >= 0 && texts.every((other) => other === day) ? day : 'noDay';
  });
  const hasDays = said.some((day) => typeof day === 'number');
  return said.map((day) => {
    if (day === null) return hasDays ? 'noDay' : null;
    return said.filter((other) => other === day).length > 1 ? 'noDay' : day;
  });
}

type Around = { heads: Block; days: readonly ColumnDay[]; known: Known };

/** Columns of names before the first day; of hours, some have to follow. */
function findNames(body: Block, { heads, days, known }: Around): number[] {
  const firstDay = days.findIndex((day) => typeof day === 'number');
  const end = firstDay < 0 ? widthOf(body) : firstDay;
  return Array.from({ length: end }, (_, column) => column).filter((column) => {
    const cells = columnOf(body, column);
    const isUnderCorner = columnOf(heads, column).some(({ text }) => isCorner(text, known));
    const isOfNames =
      cells.length > 0 &&
      (cells.every(isWord) ||
        isUnderCorner ||
        hasKnown(cells, known) ||
        areRowsOfDays(cells, body.length, known));
    return isOfNames && hasHours(body.map((row) => row.slice(column + 1)));
  });
}

/** `16.11` over `17.11`: each row is a day. */
function areRowsOfDays(cells: readonly PastedCell[], rows: number, known: Known): boolean {
  const placed = cells.map((cell, column) => ({ ...cell, column }));
  return (
    cells.length === rows &&
    (areDaysOfAnyWeek(cells) || (areDays(placed, known) && areNumbersDays(cells, known)))
  );
}

/** What a column says. */
function columnOf(rows: Block, column: number): PastedCell[] {
  return rows.flatMap((row) => row[column] ?? []).filter(({ parsed }) => parsed !== null);
}

function hasKnown(cells: readonly PastedCell[], { names }: Known): boolean {
  return cells.some((cell) => isWord(cell) && names.has(plainOf(cell.text)));
}

/** What can be no hours, however it is read. */
function isWord({ text, parsed }: PastedCell): boolean {
  return parsed?.ok === false && parsed.reason === 'unreadable' && !LIKE_HOURS.test(text);
}

function mayBeHours({ text, parsed }: PastedCell): boolean {
  return parsed?.ok === true && (BARE_NUMBER.test(text) || parsed.minutes <= LONG_DAY);
}
