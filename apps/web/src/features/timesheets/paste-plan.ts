import { findHeads } from '@stint/domain/time/block-heads.ts';
import { placeByNames, type RowByName } from '@stint/domain/time/block-rows.ts';
import type { DecimalReading, HoursProblem } from '@stint/domain/time/hours.ts';
import { type PastedCell, parseBlock } from '@stint/domain/time/pasted-block.ts';
import type { Locks } from '../../entities/week.ts';
import { type Place, placesOf, type Range } from './grid-selection.ts';
import type { Sheet } from './sheet.ts';
import type { CellChange } from './week-actions.ts';

/** Why a pasted row goes nowhere: its names are those of no row, of several, or of one that was named before. */
type RowProblem = Extract<RowByName, { problem: string }>['problem'];

/** Why a pasted cell is not taken: it is no time, it lies beside the sheet, its day is locked, or its cell holds several entries. */
type PasteProblem = HoursProblem | RowProblem | 'outside' | 'locked' | 'several';

/** One pasted cell with the place it would fill. */
export type PlannedCell = Place & {
  text: string;
  /** What it would set; null where it says nothing or is not taken. */
  minutes: number | null;
  problem: PasteProblem | null;
};

/** One pasted row: the row of the sheet that it fills, and what it was called where it came with a name. */
type PlannedRow = { row: number | null; name: string; cells: PlannedCell[] };

export type PastePlan = {
  rows: PlannedRow[];
  /** Rows go by the names that were pasted along, wherever the block begins. */
  isByName: boolean;
  changes: CellChange[];
  /** One of each cell that is not taken, with what is wrong: its text, or the name of its row. */
  problems: { problem: PasteProblem; text: string }[];
  /** Days and names that came along with the hours, as they were; whether or not they are left out. */
  heads: string[];
};

type Into = {
  sheet: Sheet;
  locked: Locks;
  range: Range;
  decimalReading: DecimalReading;
  /** Headings are taken for hours all the same. */
  takesHeads?: boolean;
};

/**
 * What pasting a text into a block would do. A single value fills all of it; anything larger begins at its first cell, but for
 * rows that were copied with names of the week's rows, which go there.
 */
export function planPaste(text: string, into: Into): PastePlan {
  const whole = parseBlock(text, { decimalReading: into.decimalReading });
  const found = findHeads(whole, {
    days: into.sheet.days.map(({ date }) => date),
    names: into.sheet.rows.flatMap(({ clientName, projectName, activityName }) =>
      [clientName, projectName, activityName].filter((name) => name !== null),
    ),
  });
  const left = into.takesHeads ? { rows: 0, columns: 0 } : found;
  const body = whole.slice(left.rows);
  const names = body.map((row) => row.slice(0, left.columns).map((cell) => cell.text));
  const byName = placeByNames(names, into.sheet.rows);
  const rows = planRows(
    body.map((row) => row.slice(left.columns)),
    into,
    byName,
  ).map((row, at) => ({
    ...row,
    name: names[at]?.filter(Boolean).join(' · ') ?? '',
  }));
  const all = rows.flatMap(({ cells }) => cells);
  return {
    rows,
    isByName: byName !== null,
    changes: all.flatMap(({ row, day, minutes }) => {
      const rowKey = into.sheet.rows[row]?.key;
      return rowKey !== undefined && minutes !== null ? [{ rowKey, day, minutes }] : [];
    }),
    heads: whole
      .flatMap((row, down) => (down < found.rows ? row : row.slice(0, found.columns)))
      .flatMap((cell) => cell.text || []),
    problems: rows.flatMap(({ row, name, cells }) =>
      cells.flatMap(({ problem, text: pasted }) =>
        problem === null ? [] : { problem, text: row === null ? name : pasted },
      ),
    ),
  };
}

const NOWHERE = -1;

function planRows(
  block: readonly PastedCell[][],
  into: Into,
  byName: readonly RowByName[] | null,
): Omit<PlannedRow, 'name'>[] {
  const { range } = into;
  const [only] = block.flat();
  if (only && !byName && block.length === 1 && block[0]?.length === 1)
    return placesOf(range).map((places) => ({
      row: places[0]?.row ?? null,
      cells: places.map((place) => planCell(only, place, into)),
    }));
  return block.map((cells, down) => {
    const place = byName?.[down] ?? { row: range.top + down };
    const [row, problem] = 'row' in place ? [place.row, null] : [null, place.problem];
    return {
      row,
      cells: cells.map((cell, right) =>
        planCell(cell, { row: row ?? NOWHERE, day: range.left + right }, into, problem),
      ),
    };
  });
}

function planCell(
  { text, parsed }: PastedCell,
  place: Place,
  into: Into,
  problemOfRow: PasteProblem | null = null,
): PlannedCell {
  if (parsed === null) return { ...place, text, minutes: null, problem: null };
  const problem = problemOfRow ?? (parsed.ok ? problemAt(place, into) : parsed.reason);
  return { ...place, text, minutes: parsed.ok && !problem ? parsed.minutes : null, problem };
}

function problemAt({ row, day }: Place, { sheet, locked }: Into): PasteProblem | null {
  const cell = sheet.rows[row]?.cells[day];
  if (!cell) return 'outside';
  if (locked[day] != null) return 'locked';
  return cell.entries.length > 1 ? 'several' : null;
}
