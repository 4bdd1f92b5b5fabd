import { formatHours } from '../../../lib/hours.ts';
import { dayNumber, weekdayName } from '../../../lib/today.ts';
import type { Sheet } from '../sheet.ts';
import styles from './day-strip.module.css';
import { text } from './messages.ts';

export type DayStripProps = { days: Sheet['days']; day: number; onDay: (day: number) => void };

/** The seven days of the week with their hours, to go from one to the other. */
export function DayStrip({ days, day, onDay }: DayStripProps) {
  return (
    <nav className={styles.strip} aria-label={text.strip}>
      {days.map(({ date, minutes, exceeded }, index) => (
        <button
          key={date}
          type="button"
          aria-current={index === day ? 'date' : undefined}
          data-over={exceeded || undefined}
          onClick={() => onDay(index)}
        >
          <span>{weekdayName(index)}</span>
          <b>{dayNumber(date)}</b>
          <small>{minutes > 0 ? formatHours(minutes) : '–'}</small>
        </button>
      ))}
    </nav>
  );
}
