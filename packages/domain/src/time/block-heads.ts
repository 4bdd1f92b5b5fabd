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

const DATE_WITHOUT_LETTERS = /^[\d./ -]+$/;
const DATE_OF_THREE = /^\d{1,4}[./-]\d{1,2}[./-]/;

/**
 * The row of days and the columns of names that were copied along with hours. They are words, or the days of the very week
 * (`16`, `16.11.`): other numbers are hours. Where a word may as well stand for a day's hours, such as `sick`, it is no heading.
 */
export function findHeads(block: readonly PastedCell[][], week: HeadedWeek): BlockHeads {
  const [first = [], ...below] = block;
  const rows = hasHours(below) && isHeadRow(first, week) ? 1 : 0;
  const body = rows === 1 ? below : block;
  const width = Math.max(0, ...body.map((row) => row.length));
  let columns = 0;
  while (
    columns < width &&
    isHeadColumn(
      body.flatMap((row) => row[columns] ?? []),
      rows === 1 ? first[columns] : undefined,
      week,
    ) &&
    hasHours(body.map((row) => row.slice(columns + 1)))
  )
    columns += 1;
  return { rows, columns };
}

function hasHours(rows: readonly PastedCell[][]): boolean {
  return rows.some((row) => row.some(({ parsed }) => parsed?.ok));
}

function isHeadRow(row: readonly PastedCell[], week: HeadedWeek): boolean {
  const cells = row.filter(({ parsed }) => parsed !== null);
  if (cells.length === 0) return false;
  const ownDays = cells.filter((cell) => !isWord(cell));
  if (!areInOrder(ownDays.map(({ text }) => dayOf(text, week.days)))) return false;
  if (ownDays.length > 1) return true;
  const isNamed = cells.some(({ text }) => isWeekday(text));
  return ownDays.length === 0 && (isNamed || (cells.length > 1 && areDistinct(cells)));
}

function isHeadColumn(
  column: readonly PastedCell[],
  head: PastedCell | undefined,
  { names }: HeadedWeek,
): boolean {
  const cells = column.filter(({ parsed }) => parsed !== null);
  if (cells.length === 0 || !cells.every(isWord)) return false;
  const isOfNoDay = head !== undefined && !isWeekday(head.text) && !/\d/.test(head.text);
  const known = new Set(names.map((name) => name.toLowerCase()));
  return (
    isOfNoDay ||
    (cells.length > 1 && areDistinct(cells)) ||
    cells.every(({ text }) => known.has(text.toLowerCase()))
  );
}

/** What cannot be hours: it has letters, or is a whole date. */
function isWord({ text, parsed }: PastedCell): boolean {
  return parsed?.ok === false && (/\p{L}/u.test(text) || DATE_OF_THREE.test(text));
}

function isWeekday(text: string): boolean {
  const [word = ''] = /\p{L}+/u.exec(text) ?? [];
  return WEEKDAYS.has(word.toLowerCase());
}

function areDistinct(cells: readonly PastedCell[]): boolean {
  return new Set(cells.map(({ text }) => text.toLowerCase())).size > 1;
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

function areInOrder(indexes: readonly number[]): boolean {
  return indexes.every((index, at) => index >= 0 && (at === 0 || index === (indexes[at - 1] ?? 0) + 1));
}
