import { parseBlock, writeBlock } from '@stint/domain/time/pasted-block.ts';
import { formatHours } from '../../lib/hours.ts';
import { placesOf, type Range } from './grid-selection.ts';
import type { Sheet } from './sheet.ts';
import type { CellChange } from './week-actions.ts';

/** Whether a text is more than one cell takes as it is. */
export function isBlock(text: string): boolean {
  const block = parseBlock(text);
  return block.length > 1 || (block[0]?.length ?? 0) > 1;
}

/** A block of the sheet as text for a spreadsheet; nothing where there are no hours. */
export function copyText({ rows }: Sheet, range: Range): string {
  return writeBlock(
    placesOf(range).map((places) =>
      places.map(({ row, day }) => {
        const minutes = rows[row]?.cells[day]?.minutes ?? 0;
        return minutes > 0 ? formatHours(minutes) : '';
      }),
    ),
  );
}

/** What fills each row of a block with its first cell. */
export function planFill({ rows }: Sheet, range: Range): CellChange[] {
  return placesOf(range).flatMap(([first, ...rest]) => {
    const row = first && rows[first.row];
    const minutes = row?.cells[range.left]?.minutes ?? 0;
    return row ? rest.map(({ day }) => ({ rowKey: row.key, day, minutes })) : [];
  });
}

/** What empties a block. */
export function planClear({ rows }: Sheet, range: Range): CellChange[] {
  return placesOf(range)
    .flat()
    .flatMap(({ row, day }) => {
      const rowKey = rows[row]?.key;
      return rowKey === undefined ? [] : [{ rowKey, day, minutes: 0 }];
    });
}
