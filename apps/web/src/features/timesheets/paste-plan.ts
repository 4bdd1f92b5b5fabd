import { type BlockHeads, type ColumnDay, findHeads, NO_HEADS } from '@stint/domain/time/block-heads.ts';
import { placeByNames, type RowByName, repeatedDown } from '@stint/domain/time/block-rows.ts';
import { findSums } from '@stint/domain/time/block-sums.ts';
import type { DecimalReading } from '@stint/domain/time/hours.ts';
import { type PastedCell, type PastedProblem, parseBlock } from '@stint/domain/time/pasted-block.ts';
import type { Locks } from '../../entities/week.ts';
import { type Place, placesOf, type Range } from './grid-selection.ts';
import type { Sheet } from './sheet.ts';
import type { CellChange } from './week-actions.ts';

/** Why a pasted row goes nowhere: its names are those of no row, of several, or of two pasted rows; or it adds up others. */
type RowProblem = Extract<RowByName, { problem: string }>['problem'];

/** Why a pasted cell is not taken: it is no time, it lies beside the sheet, its day is locked, or its cell holds several entries. */
type PasteProblem = PastedProblem | RowProblem | 'noDay' | 'outside' | 'locked' | 'several';

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
type PlannedColumn = { day: number; heading: string; isSum: boolean };

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
  /** Days and names that came along with the hours, as they were; whether or not they are left out. */
  heads: string[];
};

/** What a person decides of a block. */
export type PasteChoice = {
  /** Headings and sums are taken for hours all the same. */
  takesHeads: boolean;
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
  const found = findHeads(whole, {
    days: into.sheet.days.map(({ date }) => date),
    names: into.sheet.rows.flatMap(({ clientName, projectName, activityName }) =>
      [clientName, projectName, activityName].filter((name) => name !== null),
    ),
  });
  const { takesHeads } = into.choice;
  const heads = takesHeads ? NO_HEADS : found;
  const body = bodyOf(whole, heads);
  const columns = planColumns(whole, body, { heads, into });
  const { rows: placed, names, isByName, hasOtherNames } = planRows(body, heads, into);
  const fillsRange =
    body.length === 1 && columns.length === 1 && columns[0]?.isByPlace && !heads.names.length;
  const rows = fillsRange
    ? fillRange(body[0]?.[0], into)
    : fillRows(body, { placed, names, columns, heads, into });
  return {
    rows,
    columns: fillsRange
      ? (rows[0]?.cells ?? []).map(({ day }) => ({ day, heading: '', isSum: false }))
      : columns.map(({ day, heading, problem }) => ({ day, heading, isSum: problem === 'sum' })),
    isByName,
    isByDay: heads.days.some((day) => typeof day === 'number'),
    hasOtherNames,
    changes: rows.flatMap(({ cells }) =>
      cells.flatMap(({ row, day, minutes }) => {
        const rowKey = into.sheet.rows[row]?.key;
        return rowKey !== undefined && minutes !== null ? [{ rowKey, day, minutes }] : [];
      }),
    ),
    heads: headTexts(whole, found),
    problems: rows.flatMap(({ name, cells }) =>
      cells.flatMap(({ problem, text: pasted }, at) =>
        problem === null
          ? []
          : {
              problem,
              text: (OF_ROW.has(problem) ? name : problem === 'noDay' && columns[at]?.heading) || pasted,
            },
      ),
    ),
  };
}

const NOWHERE = -1;
const OF_ROW: ReadonlySet<PasteProblem> = new Set<RowProblem>(['noRow', 'severalRows', 'takenRow', 'sum']);
/** What a row of totals is called. */
const TOTAL =
  /(?<!\p{L})(?:(?:sub|grand )?totals?|sums?|(?:zwischen|gesamt)?summen?|gesamt|insgesamt)(?!\p{L})|Σ/iu;

/** Without headings, and without what stands above the first of them, as a title does. */
function bodyOf(whole: PastedCell[][], { rows }: BlockHeads): PastedCell[][] {
  return whole.filter(
    (row, at) =>
      !rows.includes(at) &&
      (at > (rows[0] ?? 0) || row.some(({ parsed }) => parsed?.ok) || rows.length === 0),
  );
}

function headTexts(whole: PastedCell[][], { rows, columns }: BlockHeads): string[] {
  return whole
    .flatMap((row, at) => (rows.includes(at) ? row : row.slice(0, columns)))
    .flatMap(({ text }) => text || []);
}

type FoundColumn = Omit<PlannedColumn, 'isSum'> & { isByPlace: boolean; problem: 'noDay' | 'sum' | null };

function planColumns(
  whole: PastedCell[][],
  body: PastedCell[][],
  { heads, into }: { heads: BlockHeads; into: Into },
): FoundColumn[] {
  const width = Math.max(0, ...body.map((row) => row.length));
  const columns = Array.from({ length: Math.max(0, width - heads.columns) }, (_, at) => at + heads.columns);
  const lines = columns.map((column) => body.map((row) => row[column]?.minutes ?? 0));
  const isPlain = heads.days.every((day) => day === null);
  const sums = isPlain && !into.choice.takesHeads ? findSums(lines) : new Set<number>();
  let next = into.range.left;
  return columns.map((column, at) => {
    const said: ColumnDay = heads.days[column] ?? null;
    const heading = heads.rows.map((row) => whole[row]?.[column]?.text ?? '').find(Boolean) ?? '';
    if (said === null && !sums.has(at)) {
      next += 1;
      return { day: next - 1, heading, isByPlace: true, problem: null };
    }
    if (typeof said === 'number') return { day: said, heading, isByPlace: false, problem: null };
    return { day: NOWHERE, heading, isByPlace: false, problem: said ?? 'sum' };
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
  const names = repeatedDown(body.map((row) => heads.names.map((column) => row[column]?.text ?? '')));
  const pasted = body.map((row, at) => ({
    words: names[at] ?? [],
    minutes: row.slice(heads.columns).map(({ minutes }) => minutes),
  }));
  const isNamed = heads.names.length > 0;
  const byName = isNamed ? placeByNames(pasted, sheet.rows) : null;
  if (byName) return { rows: byName, names, isByName: true, hasOtherNames: false };
  const isDecided = isNamed || choice.takesHeads;
  const sums = isDecided ? new Set<number>() : findSums(pasted.map(({ minutes }) => minutes));
  let next = range.top;
  const rows = pasted.map(({ words }, at): RowByName => {
    if (sums.has(at) || words.some((word) => TOTAL.test(word))) return { problem: 'sum' };
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
  heads: BlockHeads;
  into: Into;
};

function fillRows(body: PastedCell[][], { placed, names, columns, heads, into }: Filled): PlannedRow[] {
  return body.map((row, down) => {
    const place = placed[down] ?? { problem: 'noRow' };
    const [found, problem] = 'row' in place ? [place.row, null] : [null, place.problem];
    return {
      row: found,
      name: names[down]?.filter(Boolean).join(' · ') ?? '',
      cells: row
        .slice(heads.columns)
        .map((cell, at) =>
          planCell(
            cell,
            { row: found ?? NOWHERE, day: columns[at]?.day ?? NOWHERE },
            { into, problem: problem ?? columns[at]?.problem ?? null },
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
