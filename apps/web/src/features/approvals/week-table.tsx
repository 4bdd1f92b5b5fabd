import { totalOf, weekTotal } from '@stint/domain/time/day-total.ts';
import type { Entry, WeekSheet } from '../../entities/week.ts';
import { formatHours } from '../../lib/hours.ts';
import { dayNumber, weekdayName } from '../../lib/today.ts';
import { text } from './inbox/messages.ts';
import { namesApart } from './names-apart.ts';
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
          {linesOf(sheet.entries).map(({ key, name, entries }) => (
            <tr key={key}>
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
                {day.minutes > 0 ? formatHours(day.minutes) : '–'}
              </td>
            ))}
            <td>{formatHours(minutes)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Two projects may have one name: a line is of one project and activity, whatever they are called. */
function linesOf(entries: readonly Entry[]): { key: string; name: string; entries: Entry[] }[] {
  const nameOf = namesApart(entries);
  return [...Map.groupBy(entries, ({ projectID, activityID }) => `${projectID}.${activityID ?? ''}`)]
    .flatMap(([key, ofLine]) => {
      const [first] = ofLine;
      if (!first) return [];
      const projectName = nameOf.get(first.projectID) ?? first.projectName;
      return [{ key, name: lineOf({ ...first, projectName }), entries: ofLine }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function hours(entries: readonly Entry[]): string {
  return entries.length > 0 ? formatHours(totalOf(entries).minutes) : '';
}
