import { useQuery } from '@tanstack/react-query';
import { differenceQuery } from '../../entities/approval.ts';
import type { WeekSheet } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { text } from './inbox/messages.ts';
import styles from './week-review.module.css';
import { dayOf, lineOf } from './words.ts';

/** Entries that are other than they were when the week was last handed in; nothing where there is no difference. */
export function WeekDifference({ week, isAsked = true }: { week: WeekSheet['week']; isAsked?: boolean }) {
  const { session } = useApp();
  const { data } = useQuery({ ...differenceQuery(session.call, week), enabled: isAsked });
  if (!data?.submittedAt) return null;
  if (data.added.length + data.removed.length + data.changed.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{text.difference}</h3>
      <ul>
        {data.added.map((entry) => (
          <li key={entry.timesheetID}>
            {text.added}: {dayOf(entry.workDate)}, {lineOf(entry)}, {formatHours(entry.minutes)}
          </li>
        ))}
        {data.changed.map(({ timesheetID, entry, changes }) => (
          <li key={timesheetID}>
            {text.changed}: {dayOf(entry.workDate)}, {lineOf(entry)} ({changes.map(changeOf).join(', ')})
          </li>
        ))}
        {data.removed.length > 0 ? (
          <li>
            {text.removed}: {data.removed.length}
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function changeOf({ field, before, after }: { field: string; before: unknown; after: unknown }): string {
  const name = text.fields[field] ?? field;
  return field === 'minutes' && typeof before === 'number' && typeof after === 'number'
    ? `${name} ${formatHours(before)} → ${formatHours(after)}`
    : name;
}
