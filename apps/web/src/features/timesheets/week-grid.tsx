import { type CSSProperties, memo, type ReactNode } from 'react';
import type { Locks } from '../../entities/week.ts';
import { useWrittenAnew } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { dayNumber, today, weekdayName } from '../../lib/today.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { groupRows, type PlacedRow } from './groups.ts';
import { text } from './messages.ts';
import { RowCell } from './row-cell.tsx';
import { rowLabel } from './row-label.ts';
import { RowTitle } from './row-title.tsx';
import type { Sheet } from './sheet.ts';
import type { WeekActions } from './week-actions.ts';
import styles from './week-grid.module.css';

export type WeekGridProps = {
  sheet: Sheet;
  locked: Locks;
  /** Minutes of each day that the person's schedule asks for. */
  expected: readonly number[];
  actions: WeekActions;
  /** The last line of the sheet, where rows are added. */
  adding: ReactNode;
};

/** The week as a sheet: rows of project and activity under their clients, Monday to Sunday, totals on both edges. */
export function WeekGrid({ sheet, locked, expected, actions, adding }: WeekGridProps) {
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
                <span className={styles.weekday}>
                  <span className={date === now ? 'visually-hidden' : undefined}>{weekdayName(index)} </span>
                  {date === now ? text.today : null}
                </span>{' '}
                <b>{dayNumber(date)}</b>
                {locked[index] ? (
                  <span className={styles.lock} title={text.locked[locked[index]]}>
                    <Icon name="lock" size={12} />
                    <span className="visually-hidden">{text.lockedDay}</span>
                  </span>
                ) : null}
              </th>
            ))}
            <th scope="col" className={styles.sum}>
              {text.total}
            </th>
            <td className={styles.menu} />
          </tr>
        </thead>
        {groupRows(sheet.rows).map(({ clientName, minutes, rows }) => (
          <tbody key={clientName ?? ''}>
            <tr className={styles.client}>
              <th scope="rowgroup" className={styles.first} title={clientName ?? undefined}>
                {clientName ?? text.noClient}
              </th>
              <Spacers sheet={sheet} now={now} />
              <td className={styles.subtotal}>
                <span className="visually-hidden">{text.subtotal(clientName ?? text.noClient)} </span>
                <Figure minutes={minutes} />
              </td>
              <td className={styles.menu} />
            </tr>
            {rows.map((placed) => (
              <GridRow key={placed.row.key} {...placed} now={now} locked={locked} actions={actions} />
            ))}
          </tbody>
        ))}
        {adding ? (
          <tbody className={styles.adding}>
            <tr>
              <td className={styles.first}>{adding}</td>
              <Spacers sheet={sheet} now={now} />
              <td />
              <td className={styles.menu} />
            </tr>
          </tbody>
        ) : null}
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
                <Figure minutes={minutes} />
                {exceeded ? <small>{text.over(formatHours(overMinutes))}</small> : null}
                <DayProgress minutes={minutes} expected={expected[index] ?? 0} />
              </td>
            ))}
            <td className={styles.weekTotal}>
              <Figure minutes={sheet.minutes} />
            </td>
            <td className={styles.menu} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Days of a line that has no hours of its own, so that the columns stay tinted from top to bottom. */
function Spacers({ sheet, now }: { sheet: Sheet; now: string }) {
  return sheet.days.map(({ date }, index) => (
    <td key={date} data-today={date === now || undefined} data-weekend={index > 4 || undefined} />
  ));
}

/** Hours as h:mm; nothing is a quiet dash. */
function Figure({ minutes }: { minutes: number }) {
  return (
    <span className={styles.figure} data-nothing={minutes === 0 || undefined}>
      {minutes === 0 ? '–' : formatHours(minutes)}
    </span>
  );
}

/** How far a day has come against what is expected of it; a day off has no bar. */
function DayProgress({ minutes, expected }: { minutes: number; expected: number }) {
  if (expected === 0) return null;
  const share = Math.min(1, minutes / expected);
  return (
    <span
      className={styles.progress}
      data-done={share === 1 || undefined}
      title={text.ofExpected(formatHours(expected))}
    >
      <span style={{ width: `${(share * 100).toFixed(1)}%` }} />
    </span>
  );
}

type GridRowProps = PlacedRow & { now: string; locked: Locks; actions: WeekActions };

const GridRow = memo(function GridRow({ row, index, isContinued, now, locked, actions }: GridRowProps) {
  useWrittenAnew();
  const edge = row.color ? ({ '--edge': row.color } as CSSProperties) : undefined;
  return (
    <tr style={edge} data-row-key={row.key}>
      <th scope="row" className={styles.first}>
        <RowTitle row={row} isContinued={isContinued} />
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
      <td className={styles.sum}>
        <Figure minutes={row.minutes} />
      </td>
      <td className={styles.menu}>
        <Menu
          label={text.rowMenu(rowLabel(row))}
          button={<Icon name="more" />}
          items={[
            {
              label: row.isPinned ? text.unpinRow : text.pinRow,
              onSelect: () => actions.pinRow(row.key, !row.isPinned),
            },
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
