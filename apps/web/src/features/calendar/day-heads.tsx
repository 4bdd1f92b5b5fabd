import { totalOf } from '@stint/domain/time/day-total.ts';
import type { ReactNode } from 'react';
import { formatHours } from '../../lib/hours.ts';
import styles from './calendar.module.css';
import { dayName } from './calendar-words.ts';
import { text } from './messages.ts';
import type { Calendar } from './use-calendar.ts';

export type DayHeadsProps = {
  calendar: Calendar;
  shown: readonly number[];
  now: number;
  /** What stands between the name of a day and its hours. */
  children: (day: number) => ReactNode;
};

/** Days with what they add up to, and what of them has no place on the clock; stays when the hours scroll. */
export function DayHeads({ calendar, shown, now, children }: DayHeadsProps) {
  const gridTemplateColumns = `52px repeat(${shown.length}, minmax(0, 1fr))`;
  return (
    <div className={styles.head} style={{ gridTemplateColumns }}>
      <span />
      {shown.map((day) => (
        <DayHead key={day} calendar={calendar} day={day} now={now} />
      ))}
      <span className={styles.corner}>{text.noTimes}</span>
      {shown.map((day) => (
        <div key={day} style={{ display: 'grid', minWidth: 0 }}>
          {children(day)}
        </div>
      ))}
    </div>
  );
}

function DayHead({ calendar, day, now }: { calendar: Calendar; day: number; now: number }) {
  const on = calendar.axis.days[day];
  if (!on) return null;
  const { minutes } = totalOf(calendar.entries.filter(({ workDate }) => workDate === on.date));
  const expected = calendar.expected[day] ?? 0;
  const lock = calendar.locked[day];
  const isToday = now >= on.startsAt && now < on.startsAt + on.minutes * 60_000;
  const share = Math.min(1, minutes / Math.max(1, expected));
  return (
    <div className={styles.dayHead} data-today={isToday || undefined}>
      <h2>{dayName(on)}</h2>
      <p>
        <b className="number">{minutes > 0 ? formatHours(minutes) : '–'}</b>
        <span className="number" title={text.total(formatHours(minutes), formatHours(expected))}>
          {lock ? text.lockedShort[lock] : expected > 0 ? formatHours(expected) : ''}
        </span>
      </p>
      <span className={styles.progress}>
        <i style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  );
}
