import { dateWords } from './date-words.ts';
import type { PastedCell } from './pasted-block.ts';
import { datePartsOf, type PlainDate } from './plain-date.ts';

/** What the week has that a heading may name. */
export interface HeadedWeek {
  days: readonly PlainDate[];
  /** Of clients, projects and activities in its rows. */
  names: readonly string[];
}

/** How much of a block is headings and not hours. */
export interface BlockHeads {
  /** Rows at its top: one or none. */
  rows: number;
  /** Columns at its start: client, project and activity may have one each. */
  columns: number;
}

/** Names of days as people head their columns; those cut short are the product's own. */
const WEEKDAYS = new Set(
  [
    ...'monday tuesday wednesday thursday friday saturday sunday tues thur thurs'.split(' '),
    ...'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag'.split(' '),
    ...dateWords('en').weekdays,
    ...dateWords('de').weekdays,
  ].map((name) => name.toLowerCase()),
);

/** What people write over a column of names. */
const CORNERS = new Set(
  [
    'project projects client clients customer customers activity activities task tasks',
    'projekt projekte kunde kunden mandant mandanten tätigkeit tätigkeiten aktivität aktivitäten aufgabe aufgaben',
  ].flatMap((words) => words.split(' ')),
);

const DATE_WITHOUT_LETTERS = /^[\d./ -]+$/;
const DATE_OF_THREE = /^\d{1,4}[./-]\d{1,2}[./-]/;
const BARE_NUMBER = /^\d{1,2}$/;
/** Decimal hours of more than this are rather a day and a month: `16.11`. */
const LONG_DAY = 12 * 60;

/**
 * The row of days and the columns of names that were copied along with hours. To take hours for headings would move them to
 * another day or row, so something has to say what they are: the name of a day, a date that can be no hours, numbers of the whole
 * week, the word that people write over names, or a name of the week's rows. Other words, such as `sick`, may stand for hours.
 */
export function findHeads(block: readonly PastedCell[][], week: HeadedWeek): BlockHeads {
  const known = new Set(week.names.map((name) => name.toLowerCase()));
  const [first = [], ...below] = block;
  const rows = hasHours(below) && isHeadRow(first, below, { days: week.days, known }) ? 1 : 0;
  const head = rows === 1 ? first : null;
  return { rows, columns: countHeadColumns(rows === 1 ? below : block, head, known) };
}

function hasHours(rows: readonly PastedCell[][]): boolean {
  return rows.some((row) => row.some(({ parsed }) => parsed?.ok));
}

type Known = ReadonlySet<string>;

function isHeadRow(
  row: readonly PastedCell[],
  below: readonly PastedCell[][],
  { days, known }: { days: readonly PlainDate[]; known: Known },
): boolean {
  const cells = row.flatMap((cell, column) => (cell.parsed === null ? [] : { ...cell, column }));
  const dates = cells
    .filter((cell) => !isWord(cell))
    .map((cell) => ({ ...cell, day: dayOf(cell.text, days) }));
  const [start] = dates;
  const areDays = dates.every(
    ({ column, day }, at) => day >= 0 && day - at === start?.day && column - at === start.column,
  );
  if (!areDays || cells.length === 0) return false;
  return (
    cells.some((cell) => isWord(cell) && isHeading(cell.text, known)) ||
    (dates.length > 1 && !dates.every(mayBeHours)) ||
    dates.length === days.length ||
    (dates.length > 1 && isEmptyCorner(row, below, known))
  );
}

/** A word that says of its row that it is one of headings. */
function isHeading(text: string, known: Known): boolean {
  const word = text.toLowerCase();
  return !known.has(word) && (isWeekday(word) || DATE_OF_THREE.test(word) || CORNERS.has(word));
}

/** Nothing over a column of names, as a table of days has it. */
function isEmptyCorner(
  [first]: readonly PastedCell[],
  below: readonly PastedCell[][],
  known: Known,
): boolean {
  return first?.parsed === null && isOfNames(columnOf(below, 0), known);
}

/** Columns of words at the start, as far as the last of them that is one of names. */
function countHeadColumns(
  body: readonly PastedCell[][],
  head: readonly PastedCell[] | null,
  known: Known,
): number {
  let columns = 0;
  for (let at = 0; hasHours(body.map((row) => row.slice(at + 1))); at += 1) {
    const cells = columnOf(body, at);
    if (cells.length === 0 || !cells.every(isWord)) break;
    const above = head?.[at]?.text;
    const isUnderNoDay = above !== undefined && !isWeekday(above) && !/\d/.test(above);
    if (isUnderNoDay || isOfNames(cells, known)) columns = at + 1;
  }
  return columns;
}

/** What a column says. */
function columnOf(rows: readonly PastedCell[][], column: number): PastedCell[] {
  return rows.flatMap((row) => row[column] ?? []).filter(({ parsed }) => parsed !== null);
}

function isOfNames(cells: readonly PastedCell[], known: Known): boolean {
  return cells.every(isWord) && cells.some(({ text }) => known.has(text.toLowerCase()));
}

/** What cannot be hours: it has letters, or is a whole date. */
function isWord({ text, parsed }: PastedCell): boolean {
  return parsed?.ok === false && (/\p{L}/u.test(text) || DATE_OF_THREE.test(text));
}

function mayBeHours({ text, parsed }: PastedCell): boolean {
  return parsed?.ok === true && (BARE_NUMBER.test(text) || parsed.minutes <= LONG_DAY);
}

function isWeekday(text: string): boolean {
  const [word = ''] = /\p{L}+/u.exec(text) ?? [];
  return WEEKDAYS.has(word.toLowerCase());
}

/** Which day of the week a date without a name is, in whatever order its parts are; -1 for none. */
function dayOf(text: string, days: readonly PlainDate[]): number {
  if (!DATE_WITHOUT_LETTERS.test(text)) return -1;
  const parts = (text.match(/\d+/g) ?? []).map(Number).join(' ');
  return days.findIndex((date) => {
    const { day, month } = datePartsOf(date);
    return [`${day}`, `${day} ${month}`, `${month} ${day}`].includes(parts);
  });
}
