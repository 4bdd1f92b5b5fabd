import type { Locks } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { dayLabel } from '../../lib/today.ts';
import { HourCell } from './hour-cell.tsx';
import { lackOf } from './lack.ts';
import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import type { Row } from './sheet.ts';
import type { WeekActions } from './week-actions.ts';

export type RowCellProps = {
  row: Row;
  /** Place of the row in the grid. */
  index: number;
  day: number;
  locked: Locks;
  actions: WeekActions;
};

/** One day of a row, the same in the grid and in the list of a day. */
export function RowCell({ row, index, day, locked, actions }: RowCellProps) {
  const { start } = useApp();
  const cell = row.cells[day];
  if (!cell) return null;
  const [name, date] = [rowLabel(row), dayLabel(cell.workDate, day)];
  return (
    <HourCell
      rowKey={row.key}
      row={index}
      day={day}
      minutes={cell.minutes}
      count={cell.entries.length}
      hasComment={cell.hasComment}
      isUnsaved={cell.isUnsaved}
      isLocked={locked[day] !== null}
      lack={lackOf(cell, start.settings.requiredFields)}
      flag={cell.flag}
      label={text.hoursLabel(name, date)}
      detailsLabel={text.openDetails(name, date, cell.entries.length)}
      decimalReading={start.settings.decimalReading}
      actions={actions}
    />
  );
}
