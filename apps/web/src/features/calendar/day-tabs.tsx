import { dayNumber, weekdayName } from '../../lib/today.ts';
import styles from './calendar.module.css';
import { text } from './messages.ts';
import type { Calendar } from './use-calendar.ts';

export type DayTabsProps = { calendar: Calendar; day: number; now: number; onDay: (day: number) => void };

/** Which day of the week is shown, where there is room for one. */
export function DayTabs({ calendar, day, now, onDay }: DayTabsProps) {
  return (
    <div role="group" aria-label={text.day} className={styles.days}>
      {calendar.axis.days.map(({ date, startsAt, minutes }, index) => (
        <button
          key={date}
          type="button"
          aria-pressed={index === day}
          data-today={(now >= startsAt && now < startsAt + minutes * 60_000) || undefined}
          onClick={() => onDay(index)}
        >
          {weekdayName(index)}
          <b className="number">{dayNumber(date)}</b>
        </button>
      ))}
    </div>
  );
}
