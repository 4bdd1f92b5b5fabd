import { formatHours } from '@stint/domain/time/hours.ts';
import { memo } from 'react';
import type { WeekSheet } from '../../entities/week.ts';
import { dayNumber, today, weekdayName } from '../../lib/today.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { text } from './messages.ts';
import { RowCell } from './row-cell.tsx';
import { rowLabel } from './row-label.ts';
import { RowTitle } from './row-title.tsx';
import type { Row, Sheet } from './sheet.ts';
import type { WeekActions } from './week-actions.ts';
import styles from './week-grid.module.css';

export type WeekGridProps = { sheet: Sheet; locked: WeekSheet['locked']; actions: WeekActions };

/** The week as a table: rows of project and activity, columns Monday to Sunday, totals on both edges. */
export function WeekGrid({ sheet, locked, actions }: WeekGridProps) {
  const now = today();
  return (
    <div className={styles.scroll}>
      <table className={styles.grid} data-grid>
        <thead>
          <tr>
            <th scope="col" className={styles.first}>
              {text.columnRow}
            </th>
            {sheet.days.map(({ date }, index) => (
              <th
                key={date}
                scope="col"
                className={styles.day}
                data-today={date === now || undefined}
                data-weekend={index > 4 || undefined}
              >
                <span>{weekdayName(index)}</span> {dayNumber(date)}
                {locked[index] ? <small title={text.locked[locked[index]]}>{text.lockedDay}</small> : null}
              </th>
            ))}
            <th scope="col" className={styles.sum}>
              {text.total}
            </th>
            <td className={styles.menu} />
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row, index) => (
            <GridRow key={row.key} row={row} index={index} now={now} locked={locked} actions={actions} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={styles.first}>
              {text.dayTotal}
            </th>
            {sheet.days.map(({ date, minutes, exceeded, overMinutes }, index) => (
              <td
                key={date}
                className={styles.dayTotal}
                data-over={exceeded || undefined}
                data-today={date === now || undefined}
                data-weekend={index > 4 || undefined}
              >
                {formatHours(minutes)}
                {exceeded ? <small>{text.over(formatHours(overMinutes))}</small> : null}
              </td>
            ))}
            <td className={styles.weekTotal}>{formatHours(sheet.minutes)}</td>
            <td className={styles.menu} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type GridRowProps = {
  row: Row;
  index: number;
  now: string;
  locked: WeekSheet['locked'];
  actions: WeekActions;
};

const GridRow = memo(function GridRow({ row, index, now, locked, actions }: GridRowProps) {
  const name = rowLabel(row);
  return (
    <tr>
      <th scope="row" className={styles.first}>
        <RowTitle row={row} />
      </th>
      {row.cells.map((cell, day) => (
        <td
          key={cell.workDate}
          className={styles.hours}
          data-today={cell.workDate === now || undefined}
          data-weekend={day > 4 || undefined}
        >
          <RowCell row={row} index={index} day={day} locked={locked} actions={actions} />
        </td>
      ))}
      <td className={styles.sum}>{formatHours(row.minutes)}</td>
      <td className={styles.menu}>
        <Menu
          label={text.rowMenu(name)}
          button={<Icon name="more" />}
          items={[
            {
              label: text.removeRow,
              icon: 'trash',
              isDanger: true,
              isDisabled: row.cells.some((cell, day) => cell.minutes > 0 && locked[day] !== null),
              onSelect: () => actions.removeRow(row.key),
            },
          ]}
        />
      </td>
    </tr>
  );
});
