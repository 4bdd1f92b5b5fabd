import { plainOf } from '../plain-of.ts';
import { dayOfHeading, isDayHeading, namesOtherTime } from './day-heading.ts';
import type { PastedCell } from './pasted-block.ts';
import { addDays, datePartsOf, type PlainDate, plainDate, weekday } from './plain-date.ts';

/** What the week has that a heading may name. */
export interface HeadedWeek {
  days: readonly PlainDate[];
  /** Of clients, projects and activities in its rows. */
  names: readonly string[];
  /** Somebody says that numbers over hours which may be days are days. */
  areDays?: boolean;
}

/** Where the hours of a column go: to a day of the week by its heading, nowhere, or by its place where nothing says more. */
type ColumnDay = number | 'noDay' | null;

/** Why nothing of a block is placed: what it says, and the texts that say it. */
export interface BlockDoubt {
  why: 'mayBeDays' | 'unclear' | 'minutes' | 'noDay';
  texts: readonly string[];
}

/** What of a block is headings and not hours. */
export interface BlockHeads {
  /** Its rows of headings, and the titles above them. */
  rows: readonly number[];
  /** How many columns at its start are no hours. */
  columns: number;
  /** Those of them that name rows. */
  names: readonly number[];
  /** Those of the names whose heading says that they are activities. */
  activities: readonly number[];
  /** Of all of its columns. */
  days: readonly ColumnDay[];
  doubt: BlockDoubt | null;
}

const ACTIVITIES = wordsOf(
  'activity activities task tasks tätigkeit tätigkeiten aktivität aktivitäten aufgabe aufgaben',
);
/** What people write over a column of names. */
const CORNERS = wordsOf(
  `project projects client clients customer customers projekt projekte kunde kunden mandant mandanten ${[...ACTIVITIES].join(' ')}`,
);

/** Hours with a unit that is not read are hours all the same. */
const LIKE_HOURS =
  /^\d+(?:[.,:]\d+)?\s*(?:std|stdn|stunden?|hs?|hrs?|hours?|min|minuten?|minutes?|tage?|d|days?)\.?$/i;
/** `16` or `16.11`: hours or a day. */
const HOURS_OR_DAY = /^(\d{1,2})(?:\.(\d{1,2}))?$/;
const WHOLE = /^\d+$/;
/** In hours. */
const LONG_DAY = 12;
const FRIDAY = 5;
const MINUTES = /(?<!\p{L})(?:min|mins|minutes?|minuten)(?!\p{L})/iu;

type Block = readonly PastedCell[][];
type Known = { days: readonly PlainDate[]; names: ReadonlySet<string>; areDays: boolean };
type Found = Omit<BlockHeads, 'doubt'>;

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}

/**
 * The rows of days and the columns of names that were copied along with hours. Where there are days, hours go to those, and what
 * is under another heading goes nowhere: a total, a rate, a day of another week. Names are what stands left of the first hours;
 * any other word, such as `sick`, stands for hours. What can be read in two ways is in doubt.
 */
export function findHeads(block: Block, week: HeadedWeek): BlockHeads {
  const known = {
    days: week.days,
    names: new Set(week.names.map(plainOf)),
    areDays: week.areDays ?? false,
  };
  const rows: number[] = [];
  for (const at of block.keys()) if (isHeadRow(block, at, { rows, known })) rows.push(at);
  const heads = rows.filter((at) => !isOverDays(block, at, { rows, known })).map((at) => block[at] ?? []);
  const body = block.filter((_, at) => !rows.includes(at));
  const days = daysOf(heads, widthOf(block), known);
  const names = findNames(body, { heads, days, known });
  const isTitle = (at: number) => at < (rows[0] ?? 0) && !hasHours(block.slice(at, at + 1));
  // An empty row below all of them is a row without hours.
  const isBetween = (at: number) =>
    rows.includes(rowAbove(block, at)) && rows.some((below) => below > at && rowAbove(block, below) < at);
  const found = {
    rows: [...block.keys()].filter((at) => isTitle(at) || rows.includes(at) || isBetween(at)),
    columns: (names.at(-1) ?? -1) + 1,
    names,
    activities: names.filter((column) =>
      columnOf(heads, column).some(({ text }) => ACTIVITIES.has(plainOf(text)) && isCorner(text, known)),
    ),
    days,
  };
  return { ...found, doubt: doubtOf(block, found, known) };
}

function widthOf(block: Block): number {
  return Math.max(0, ...block.map((row) => row.length));
}

/** The cells of a row that say something. */
function cellsOf(row: readonly PastedCell[] = []): PastedCell[] {
  return row.filter(({ parsed }) => parsed !== null);
}

/** The next row above another that is not empty; -1 where there is none. */
function rowAbove(block: Block, at: number): number {
  return block.slice(0, at).findLastIndex((row) => cellsOf(row).length > 0);
}

/** The only cell of a row above one of days is a title of all of them, wherever it stands, and no heading of the day below it. */
function isOverDays(block: Block, at: number, { rows, known }: { rows: readonly number[]; known: Known }) {
  const isDay = ({ text }: PastedCell) => isDayHeading(text) || dayOfHeading(text, known.days) >= 0;
  const ofDays = rows.filter((other) => other > at && cellsOf(block[other]).filter(isDay).length > 1);
  return cellsOf(block[at]).length === 1 && ofDays.length > 0;
}

function hasHours(rows: Block): boolean {
  return rows.some((row) => row.some(({ parsed }) => parsed?.ok));
}

function isHeadRow(block: Block, at: number, { rows, known }: { rows: readonly number[]; known: Known }) {
  const row = block[at] ?? [];
  const below = block.slice(at + 1);
  const cells = cellsOf(row);
  const words = cells.filter((cell) => isWord(cell, known));
  const numbers = cells.filter((cell) => !words.includes(cell));
  if (!hasHours(below) || !numbers.every(({ text }) => HOURS_OR_DAY.test(text))) return false;
  const overHours = words.filter((cell) =>
    hasHours(below.map((other) => [other[row.indexOf(cell)] ?? cell])),
  );
  if (overHours.some(({ text }) => isDayHeading(text))) return true;
  if (hasHours(block.slice(0, at).filter((_, index) => !rows.includes(index)))) return false;
  if (words.some(({ text }) => isCorner(text, known))) return true;
  if (known.areDays && rows.length === 0 && mayHeadColumns(row, numbers, known)) return true;
  if (numbers.length === 0) return overHours.length > 0;
  const first = columnOf(below, 0);
  const isEmptyCorner =
    row[0]?.parsed === null && first.length > 0 && first.every((cell) => isWord(cell, known));
  if (isEmptyCorner && overHours.length === words.length) return true;
  const above = rowAbove(block, at);
  if (words.length > 0 || !rows.includes(above)) return false;
  const found = readBelow(row, block[above] ?? [], known);
  return found === 'days' || (found === 'mayBeDays' && known.areDays);
}

/**
 * What numbers under headings are: days of the names above them, one after the other in any week or just those of this one; and as
 * well hours, where none is more than those of a day and nothing above says a date already. Null where they are hours alone.
 */
function readBelow(
  row: readonly PastedCell[],
  above: readonly PastedCell[],
  known: Known,
): 'days' | 'mayBeDays' | null {
  const numbers = cellsOf(row);
  const headings = numbers.map((cell) => above[row.indexOf(cell)]?.text ?? '');
  const isOf = areNextDays(numbers, known) ? isOfWeekday : isSameDay;
  if (!numbers.every((cell, at) => isOf(cell, headings[at] ?? '', known))) return null;
  if (numbers.length < 2) return isOneDay(row, known) ? 'days' : null;
  if (isMoreThanHours(numbers)) return 'days';
  return headings.some((heading) => /\d/.test(heading)) ? null : 'mayBeDays';
}

/** `2` `4` under names of days are hours as well as days of the month. */
function isMoreThanHours(cells: readonly PastedCell[]): boolean {
  return cells.some(({ text }) => {
    const [number, month] = HOURS_OR_DAY.exec(text)?.slice(1) ?? [];
    return month !== undefined || Number(number) > LONG_DAY;
  });
}

/** Days one after the other, or of this week with others between. Of two small ones with a gap, such as `4` `8`, hours are meant. */
function mayBeDays(cells: readonly PastedCell[], known: Known): boolean {
  if (areNextDays(cells, known)) return true;
  const numbers = cells.map(({ text }) => Number.parseInt(text, 10));
  const inWeek = cells.map(({ text }) => dayOfHeading(text, known.days));
  const areOfWeek = inWeek.every((day, at) => day >= 0 && day > (inWeek[at - 1] ?? -1));
  return cells.length > 1 && areOfWeek && (cells.length > 2 || Math.max(...numbers) > LONG_DAY);
}

/** `16` `17` `18` or `16.11` `17.11`, also over a weekend: of one month all the same. */
function areNextDays(cells: readonly PastedCell[], { days }: Known): boolean {
  const dates = cells.map(({ text }) => HOURS_OR_DAY.exec(text)?.slice(1) ?? []);
  const [[first, month] = []] = dates;
  const isNext = ([day, same]: (string | undefined)[], at: number) =>
    same === month && isNextDay(Number(dates[at]?.[0]), Number(day), days);
  return first !== undefined && dates.length > 1 && dates.slice(1).every(isNext);
}

/** What both say is one day of this week. */
function isSameDay({ text }: PastedCell, above: string, { days }: Known): boolean {
  const day = dayOfHeading(text, days);
  return day >= 0 && dayOfHeading(above, days) === day;
}

/** Under the mere name of a day: with a month, or a day of that name in a month of this week. */
function isOfWeekday({ text }: PastedCell, above: string, { days }: Known): boolean {
  const date = days[dayOfHeading(above, days)];
  const [number, month] = HOURS_OR_DAY.exec(text)?.slice(1) ?? [];
  if (date === undefined || /\d/.test(above)) return false;
  return month !== undefined || days.some((of) => weekday(dayOfMonth(of, Number(number))) === weekday(date));
}

/** The day after another, or the first behind the weekend between them, in a month of this week. */
function isNextDay(before: number, day: number, days: readonly PlainDate[]): boolean {
  if (day === before + 1) return true;
  return days.some((of) => {
    const between = Array.from({ length: Math.max(0, day - before - 1) }, (_, at) =>
      dayOfMonth(of, before + 1 + at),
    );
    return between.length > 0 && between.length < 3 && between.every((date) => weekday(date) > FRIDAY);
  });
}

function dayOfMonth(date: PlainDate, day: number): PlainDate {
  const { year, month } = datePartsOf(date);
  return addDays(plainDate(year, month, 1), day - 1);
}

/** One number over a column that is a day of this week, and would be more hours than anybody works. */
function isOneDay(row: readonly PastedCell[], { days }: Known): boolean {
  const [cell, ...others] = cellsOf(row);
  const [day, month] = HOURS_OR_DAY.exec(cell?.text ?? '')?.slice(1) ?? [];
  if (!cell || others.length > 0 || dayOfHeading(cell.text, days) < 0) return false;
  return month !== undefined || Number(day) > LONG_DAY;
}

/** Over hours: numbers in a row without a name of the week. */
function mayHeadColumns(row: readonly PastedCell[], numbers: readonly PastedCell[], known: Known): boolean {
  return !hasKnown(row, known) && (mayBeDays(numbers, known) || isOneDay(row, known));
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

/** Columns of words left of the first that is a day or, without a heading, holds hours; of hours, some have to follow. */
function findNames(body: Block, { heads, days, known }: Around): number[] {
  const columns = [...days.keys()];
  const isOfHours = (column: number) =>
    hasHours([columnOf(body, column)]) && !hasKnown(columnOf(body, column), known);
  const end = columns.find(
    (column) => typeof days[column] === 'number' || (days[column] === null && isOfHours(column)),
  );
  return columns.slice(0, end).filter((column) => {
    const isOfNames =
      columnOf(heads, column).some(({ text }) => isCorner(text, known)) ||
      (columnOf(body, column).some((cell) => isWord(cell, known)) && !isOfHours(column));
    return isOfNames && hasHours(body.map((row) => row.slice(column + 1)));
  });
}

/** What can be read in two ways: then nothing is certain. */
function doubtOf(block: Block, found: Found, known: Known): BlockDoubt | null {
  const { rows, names, columns, days } = found;
  const first = [...block.keys()].find((at) => !rows.includes(at) && hasHours(block.slice(at, at + 1))) ?? 0;
  const body = block.filter((_, at) => !rows.includes(at));
  if (!hasHours(body)) return null;
  const above = block.slice(0, first).flatMap((row, at) => {
    const isOfColumns = rows.includes(at) && cellsOf(row).length > 1;
    return row.filter((cell, column) => {
      const isHeading = isOfColumns && column >= columns && (isDayHeading(cell.text) || !isWord(cell, known));
      return !isHeading;
    });
  });
  const others = above.filter(({ text }) => namesOtherTime(text, known.days));
  if (others.length > 0) return toDoubt('noDay', others);
  const minutes = above.filter(({ text }) => MINUTES.test(text));
  if (minutes.length > 0 && body.flat().some(({ text }) => WHOLE.test(text)))
    return toDoubt('minutes', minutes);
  const top = block[first] ?? [];
  const over = rowAbove(block, first);
  const isBelow = rows.includes(over) && hasHours(block.slice(first + 1));
  if (isBelow && readBelow(top, block[over] ?? [], known) === 'mayBeDays')
    return toDoubt('mayBeDays', cellsOf(top));
  if (days.some((day) => typeof day === 'number')) return null;
  const unclear = [...days.keys()].flatMap((column) => {
    const cells = columnOf(body, column);
    const words = cells.filter((cell) => isWord(cell, known));
    const isUnknown = !hasKnown(cells, known);
    const isHeaded =
      columnOf(
        rows.map((at) => block[at] ?? []),
        column,
      ).length > 0;
    // Words in some of the rows before the hours may be an activity of those, or stand for the hours of a day.
    if (names.includes(column))
      return column > 0 && !isHeaded && isUnknown && words.length < body.length ? words : [];
    // Names behind numbers: those may be codes. A number may be a name as well.
    const areNames =
      names.length === 0 &&
      words.length === cells.length &&
      new Set(words.map(({ text }) => plainOf(text))).size > 1;
    return !isUnknown || areNames ? words : cells.filter((cell) => isFirstName(cell, column, known));
  });
  if (unclear.length > 0) return toDoubt('unclear', unclear);
  const numbers = top.slice(columns).filter((cell) => cell.parsed !== null && !isWord(cell, known));
  const isTop = hasHours(block.slice(first + 1)) && mayHeadColumns(top, numbers, known);
  if (isTop) return toDoubt('mayBeDays', numbers);
  const start = columnOf(body, columns);
  const isStart = columns === 0 && hasHours(body.map((row) => row.slice(1))) && mayBeDays(start, known);
  return isStart ? toDoubt('mayBeDays', start) : null;
}

function isFirstName({ text }: PastedCell, column: number, { names }: Known): boolean {
  return column === 0 && names.has(plainOf(text));
}

function toDoubt(why: BlockDoubt['why'], cells: readonly PastedCell[]): BlockDoubt {
  return { why, texts: cells.map(({ text }) => text) };
}

/** What a column says. */
function columnOf(rows: Block, column: number): PastedCell[] {
  return cellsOf(rows.flatMap((row) => row[column] ?? []));
}

function hasKnown(cells: readonly PastedCell[], known: Known): boolean {
  return cells.some((cell) => isWord(cell, known) && known.names.has(plainOf(cell.text)));
}

/** What can be no hours, however it is read. */
function isWord({ text, parsed }: PastedCell, { names }: Known): boolean {
  if (parsed === null || parsed.ok) return false;
  return names.has(plainOf(text)) || (parsed.reason === 'unreadable' && !LIKE_HOURS.test(text));
}
