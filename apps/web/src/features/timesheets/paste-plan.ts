import { type BlockDoubt, type BlockHeads, findHeads } from '@stint/domain/time/block-heads.ts';
import { NO_ACTIVITY, placeByNames, type RowByName, repeatedDown } from '@stint/domain/time/block-rows.ts';
import type { DecimalReading } from '@stint/domain/time/hours.ts';
import { type PastedCell, type PastedProblem, parseBlock } from '@stint/domain/time/pasted-block.ts';
import type { Locks } from '../../entities/week.ts';
import { type Place, placesOf, type Range } from './grid-selection.ts';
import type { Sheet } from './sheet.ts';
import type { CellChange } from './week-actions.ts';

/** Why a pasted row goes nowhere: its names are those of no row, of several, or of two pasted rows; or it is called a sum. */
type RowProblem = Extract<RowByName, { problem: string }>['problem'];

/** Why a pasted cell is not taken: it is no time, it lies beside the sheet, its day is locked, or its cell holds several entries. */
type PasteProblem = PastedProblem | RowProblem | BlockDoubt['why'] | 'outside' | 'locked' | 'several';

/** One pasted cell with the place it would fill. */
export type PlannedCell = Place & {
  text: string;
  /** What it would set; null where it says nothing or is not taken. */
  minutes: number | null;
  problem: PasteProblem | null;
};

/** One pasted row: the row of the sheet that it fills, and what it was called where it came with a name. */
type PlannedRow = { row: number | null; name: string; cells: PlannedCell[] };

/** A column of hours: the day that it fills, and what stood over it. */
type PlannedColumn = { day: number; heading: string };

export type PastePlan = {
  rows: PlannedRow[];
  columns: PlannedColumn[];
  /** Rows go by the names that were pasted along, wherever the block begins. */
  isByName: boolean;
  /** Columns go to the days that stand over them. */
  isByDay: boolean;
  /** The names that were pasted along are those of no row of the week. */
  hasOtherNames: boolean;
  changes: CellChange[];
  /** One of each cell that is not taken, with what is wrong: its text, the name of its row or what stands over it. */
  problems: { problem: PasteProblem; text: string }[];
  /** Titles and headings that came along with the hours, as they were; they are left out. */
  heads: string[];
  /** The numbers that may be days and not hours. */
  mayBeDays: readonly string[];
  /** Some of them would be days of this week. */
  canBeDays: boolean;
};

/** What a person decides of a block. */
export type PasteChoice = {
  /** What numbers are that may be days; null where that was not said. */
  numbers: 'hours' | 'days' | null;
  /** Rows with names of none in the week fill those of the week in their order. */
  takesOrder: boolean;
};

type Into = {
  sheet: Sheet;
  locked: Locks;
  range: Range;
  decimalReading: DecimalReading;
  choice: PasteChoice;
};

/**
 * What pasting a text into a block would do. A single value fills all of it; anything larger begins at its first cell, but for
 * rows and columns that were copied with the names of rows and days, which go there. What is not certain goes nowhere.
 */
export function planPaste(text: string, into: Into): PastePlan {
  const whole = parseBlock(text, { decimalReading: into.decimalReading });
  const week = {
    days: into.sheet.days.map(({ date }) => date),
    names: into.sheet.rows.flatMap(({ clientName, projectName, activityName }) =>
      [clientName, projectName, activityName].filter((name) => name !== null),
    ),
  };
  const found = findHeads(whole, week);
  const mayBeDays = found.doubt?.why === 'mayBeDays' ? found.doubt.texts : [];
  const withDays = mayBeDays.length > 0 ? findHeads(whole, { ...week, areDays: true }) : found;
  const heads = into.choice.numbers === 'days' ? withDays : found;
  const isDecided = heads.doubt?.why === 'mayBeDays' && into.choice.numbers === 'hours';
  const doubt = isDecided ? null : heads.doubt;
  const body = whole.filter((_, at) => !heads.rows.includes(at));
  const columns = planColumns(whole, body, { heads, into });
  const { rows: placed, names, isByName, hasOtherNames } = planRows(body, heads, into);
  const fillsRange =
    body.length === 1 && columns.length === 1 && columns[0]?.isByPlace && !heads.names.length;
  const rows = fillsRange
    ? fillRange(body[0]?.[0], into)
    : fillRows(body, { placed, names, columns, doubt, into });
  return {
    rows,
    columns: fillsRange ? (rows[0]?.cells ?? []).map(({ day }) => ({ day, heading: '' })) : columns,
    isByName,
    isByDay: hasDays(heads),
    hasOtherNames,
    changes: rows.flatMap(({ cells }) =>
      cells.flatMap(({ row, day, minutes }) => {
        const rowKey = into.sheet.rows[row]?.key;
        return rowKey !== undefined && minutes !== null ? [{ rowKey, day, minutes }] : [];
      }),
    ),
    heads: whole.flatMap((row, at) => (heads.rows.includes(at) ? row : [])).flatMap(({ text }) => text || []),
    mayBeDays,
    canBeDays: mayBeDays.length > 0 && hasDays(withDays),
    problems: rows.flatMap(({ name, cells }) =>
      cells.flatMap(({ problem, text: pasted }, at) => {
        if (problem === null) return [];
        if (problem === doubt?.why) return { problem, text: doubt.texts.join(', ') };
        return {
          problem,
          text: (OF_ROW.has(problem) ? name : problem === 'noDay' && columns[at]?.heading) || pasted,
        };
      }),
    ),
  };
}

function hasDays({ days }: BlockHeads): boolean {
  return days.some((day) => typeof day === 'number');
}

const NOWHERE = -1;
const OF_ROW: ReadonlySet<PasteProblem> = new Set<RowProblem>(['noRow', 'severalRows', 'takenRow', 'sum']);
/** What a row of totals is called. */
const TOTAL =
  /(?<!\p{L})(?:(?:sub|grand )?totals?|sums?|(?:zwischen|gesamt)?summen?|gesamt|insgesamt)(?!\p{L})|Σ/iu;

type FoundColumn = PlannedColumn & { column: number; isByPlace: boolean; problem: 'noDay' | null };

/** All but those of names, and what stands beside those without being hours. */
function planColumns(
  whole: PastedCell[][],
  body: PastedCell[][],
  { heads, into }: { heads: BlockHeads; into: Into },
): FoundColumn[] {
  const isShown = (column: number) =>
    column >= heads.columns || (!heads.names.includes(column) && body.some((row) => row[column]?.parsed?.ok));
  const width = Math.max(0, ...body.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => column).filter(isShown);
  let next = into.range.left;
  return columns.map((column) => {
    const said = heads.days[column] ?? null;
    const heading = heads.rows.map((row) => whole[row]?.[column]?.text ?? '').findLast(Boolean) ?? '';
    if (said === 'noDay') return { column, day: NOWHERE, heading, isByPlace: false, problem: said };
    if (said !== null) return { column, day: said, heading, isByPlace: false, problem: null };
    next += 1;
    return { column, day: next - 1, heading, isByPlace: true, problem: null };
  });
}

type Placed = {
  rows: RowByName[];
  /** Of each row, also what stands above and is meant for it. */
  names: readonly string[][];
  isByName: boolean;
  hasOtherNames: boolean;
};

function planRows(body: PastedCell[][], heads: BlockHeads, { sheet, range, choice }: Into): Placed {
  const written = body.map((row) => heads.names.map((column) => row[column]?.text ?? ''));
  const names = repeatedDown(written);
  // Nothing under the heading of activities says that there is none.
  const whole = (words: readonly string[]) =>
    words.map((word, at) =>
      word === '' && heads.activities.includes(heads.names[at] ?? NOWHERE) ? NO_ACTIVITY : word,
    );
  const pasted = names.map((words, at) => ({ words: whole(words), written: whole(written[at] ?? []) }));
  const isNamed = heads.names.length > 0;
  const byName = isNamed ? placeByNames(pasted, sheet.rows) : null;
  if (byName) return { rows: byName, names, isByName: true, hasOtherNames: false };
  let next = range.top;
  const rows = body.map((row, at): RowByName => {
    const words = names[at] ?? [];
    if (row.some(({ text }) => TOTAL.test(text))) return { problem: 'sum' };
    if (isNamed && words.every((word) => word === '')) return { problem: 'noName' };
    if (isNamed && !choice.takesOrder) return { problem: 'noRow' };
    next += 1;
    return { row: next - 1 };
  });
  return { rows, names, isByName: false, hasOtherNames: isNamed };
}

function fillRange(cell: PastedCell | undefined, into: Into): PlannedRow[] {
  if (!cell) return [];
  return placesOf(into.range).map((places) => ({
    row: places[0]?.row ?? null,
    name: '',
    cells: places.map((place) => planCell(cell, place, { into, problem: null })),
  }));
}

type Filled = {
  placed: readonly RowByName[];
  names: Placed['names'];
  columns: readonly FoundColumn[];
  doubt: BlockDoubt | null;
  into: Into;
};

function fillRows(body: PastedCell[][], { placed, names, columns, doubt, into }: Filled): PlannedRow[] {
  return body.map((row, down) => {
    const place = placed[down] ?? { problem: 'noRow' };
    const [found, problem] = 'row' in place ? [place.row, null] : [null, place.problem];
    return {
      row: found,
      name: names[down]?.filter(Boolean).join(' · ') ?? '',
      cells: columns.map(({ column, day, problem: ofColumn }) =>
        planCell(
          row[column] ?? { text: '', parsed: null },
          { row: found ?? NOWHERE, day },
          { into, problem: doubt?.why ?? problem ?? ofColumn },
        ),
      ),
    };
  });
}

/** @param about why nothing goes to this place, whatever the cell says */
function planCell(
  { text, parsed }: PastedCell,
  place: Place,
  about: { into: Into; problem: PasteProblem | null },
): PlannedCell {
  if (parsed === null) return { ...place, text, minutes: null, problem: null };
  const problem = about.problem ?? (parsed.ok ? problemAt(place, about.into) : parsed.reason);
  return { ...place, text, minutes: parsed.ok && !problem ? parsed.minutes : null, problem };
}

function problemAt({ row, day }: Place, { sheet, locked }: Into): PasteProblem | null {
  const cell = sheet.rows[row]?.cells[day];
  if (!cell) return 'outside';
  if (locked[day] != null) return 'locked';
  return cell.entries.length > 1 ? 'several' : null;
}
