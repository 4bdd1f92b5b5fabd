import { formatHours } from '@stint/domain/time/hours.ts';
import type { WeekSheet } from '../../../entities/week.ts';
import { dayLabel, dayNumber, weekdayName } from '../../../lib/today.ts';
import { text } from '../messages.ts';
import { RowCell } from '../row-cell.tsx';
import { RowTitle } from '../row-title.tsx';
import type { Sheet } from '../sheet.ts';
import type { WeekActions } from '../week-actions.ts';
import styles from './day-list.module.css';

export type DayListProps = {
  sheet: Sheet;
  locked: WeekSheet['locked'];
  /** Index of the day, Monday 0. */
  day: number;
  onDay: (day: number) => void;
  actions: WeekActions;
};

/** The week on a narrow screen: a strip of seven days, and the rows of the chosen one with big targets. */
export function DayList({ sheet, locked, day, onDay, actions }: DayListProps) {
  const chosen = sheet.days[day];
  if (!chosen) return null;
  const date = dayLabel(chosen.date, day);
  return (
    <div className={styles.root} data-grid>
      <nav className={styles.strip} aria-label={text.dayView}>
        {sheet.days.map(({ date: each, minutes, exceeded }, index) => (
          <button
            key={each}
            type="button"
            aria-current={index === day ? 'date' : undefined}
            data-over={exceeded || undefined}
            onClick={() => onDay(index)}
          >
            <span>{weekdayName(index)}</span>
            <b>{dayNumber(each)}</b>
            <small>{minutes > 0 ? formatHours(minutes) : '–'}</small>
          </button>
        ))}
      </nav>
      <h2 className={styles.date}>
        {date} <span className="number">{formatHours(chosen.minutes)}</span>
      </h2>
      {chosen.exceeded ? <p className={styles.over}>{text.over(formatHours(chosen.overMinutes))}</p> : null}
      <ul className={styles.rows}>
        {sheet.rows.map((row, index) => {
          const cell = row.cells[day];
          if (!cell) return null;
          return (
            <li key={row.key} className={styles.row}>
              <RowTitle row={row} />
              <RowCell row={row} index={index} day={day} locked={locked} actions={actions} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
