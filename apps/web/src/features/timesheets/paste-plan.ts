import { findHeads } from '@stint/domain/time/block-heads.ts';
import type { DecimalReading, HoursProblem } from '@stint/domain/time/hours.ts';
import { type PastedCell, parseBlock } from '@stint/domain/time/pasted-block.ts';
import type { Locks } from '../../entities/week.ts';
import { type Place, placesOf, type Range } from './grid-selection.ts';
import type { Sheet } from './sheet.ts';
import type { CellChange } from './week-actions.ts';

/** Why a pasted cell is not taken: it is no time, it lies beside the sheet, its day is locked, or its cell holds several entries. */
type PasteProblem = HoursProblem | 'outside' | 'locked' | 'several';

/** One pasted cell with the place it would fill. */
export type PlannedCell = Place & {
  text: string;
  /** What it would set; null where it says nothing or is not taken. */
  minutes: number | null;
  problem: PasteProblem | null;
};

export type PastePlan = {
  cells: PlannedCell[][];
  changes: CellChange[];
  problems: PlannedCell[];
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

/** What pasting a text into a block would do. A single value fills all of it; anything larger begins at its first cell. */
export function planPaste(text: string, into: Into): PastePlan {
  const whole = parseBlock(text, { decimalReading: into.decimalReading });
  const found = findHeads(whole, {
    days: into.sheet.days.map(({ date }) => date),
    names: into.sheet.rows.flatMap(({ clientName, projectName, activityName }) =>
      [clientName, projectName, activityName].filter((name) => name !== null),
    ),
  });
  const left = into.takesHeads ? { rows: 0, columns: 0 } : found;
  const block = whole.slice(left.rows).map((row) => row.slice(left.columns));
  const [only] = block.flat();
  const isOne = block.length === 1 && block[0]?.length === 1;
  const { range } = into;
  const cells =
    isOne && only
      ? placesOf(range).map((row) => row.map((place) => planCell(only, place, into)))
      : block.map((row, down) =>
          row.map((cell, right) => planCell(cell, { row: range.top + down, day: range.left + right }, into)),
        );
  const all = cells.flat();
  return {
    cells,
    changes: all.flatMap(({ row, day, minutes }) => {
      const rowKey = into.sheet.rows[row]?.key;
      return rowKey !== undefined && minutes !== null ? [{ rowKey, day, minutes }] : [];
    }),
    heads: whole
      .flatMap((row, down) => (down < found.rows ? row : row.slice(0, found.columns)))
      .flatMap((cell) => cell.text || []),
    problems: all.filter(({ problem }) => problem !== null),
  };
}

function planCell({ text, parsed }: PastedCell, place: Place, into: Into): PlannedCell {
  if (parsed === null) return { ...place, text, minutes: null, problem: null };
  const problem = parsed.ok ? problemAt(place, into) : parsed.reason;
  return { ...place, text, minutes: parsed.ok && !problem ? parsed.minutes : null, problem };
}

function problemAt({ row, day }: Place, { sheet, locked }: Into): PasteProblem | null {
  const cell = sheet.rows[row]?.cells[day];
  if (!cell) return 'outside';
  if (locked[day] != null) return 'locked';
  return cell.entries.length > 1 ? 'several' : null;
}
