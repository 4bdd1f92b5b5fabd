import { totalOf, weekTotal } from '@stint/domain/time/day-total.ts';
import type { Entry, WeekSheet } from '../../entities/week.ts';
import { formatHours } from '../../lib/hours.ts';
import { dayNumber, weekdayName } from '../../lib/today.ts';
import { text } from './inbox/messages.ts';
import styles from './week-review.module.css';
import { lineOf } from './words.ts';

/** The hours of a week by project and activity, for reading. */
export function WeekTable({ sheet, label }: { sheet: WeekSheet; label: string }) {
  const { days, minutes } = weekTotal(sheet.entries, sheet.week.weekEndDate);
  return (
    // It scrolls sideways where the screen is narrow, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.project}</th>
            {days.map(({ date }, index) => (
              <th key={date} scope="col">
                {weekdayName(index)} {dayNumber(date)}
              </th>
            ))}
            <th scope="col">{text.total}</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(sheet.entries).map(([name, entries]) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {name}
              </th>
              {days.map(({ date }) => (
                <td key={date}>{hours(entries.filter(({ workDate }) => workDate === date))}</td>
              ))}
              <td>
                <b>{hours(entries)}</b>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.day}</th>
            {days.map((day) => (
              <td key={day.date} data-over={day.exceeded || undefined}>
                {formatHours(day.minutes)}
              </td>
            ))}
            <td>{formatHours(minutes)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function linesOf(entries: readonly Entry[]): [name: string, entries: Entry[]][] {
  const lines = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = lineOf(entry);
    lines.set(name, [...(lines.get(name) ?? []), entry]);
  }
  return [...lines].toSorted(([a], [b]) => a.localeCompare(b));
}

function hours(entries: readonly Entry[]): string {
  return entries.length > 0 ? formatHours(totalOf(entries).minutes) : '';
}
