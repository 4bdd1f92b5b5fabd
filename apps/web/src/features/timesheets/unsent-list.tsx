import { weekday } from '@stint/domain/time/plain-date.ts';
import { formatHours } from '../../lib/hours.ts';
import { dayLabel } from '../../lib/today.ts';
import { text } from './messages.ts';
import { rowLabel } from './row-label.ts';
import { useTimeStore } from './time-store.ts';
import styles from './unsent-list.module.css';

/** What the server does not have yet, entry by entry. */
export function UnsentList() {
  const { queue } = useTimeStore();
  const byDay = queue.kept().toSorted((a, b) => (a.workDate < b.workDate ? -1 : 1));
  return (
    <ul className={styles.list}>
      {byDay.map((edit) => (
        <li key={edit.timesheetID}>
          <span>{dayLabel(edit.workDate, weekday(edit.workDate) - 1)}</span>
          <span>{rowLabel(edit)}</span>
          <b className="number">{edit.isDeleted ? text.unsentRemoved : formatHours(edit.minutes)}</b>
        </li>
      ))}
    </ul>
  );
}
