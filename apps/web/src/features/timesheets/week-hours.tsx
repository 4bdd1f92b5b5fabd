import { formatHours } from '@stint/domain/time/hours.ts';
import { dayLabel } from '../../lib/today.ts';
import { BillableBar } from '../../ui/billable-bar.tsx';
import { text } from './messages.ts';
import { SelectionNote } from './selection-note.tsx';
import type { ShownWeek } from './use-shown-week.ts';
import type { WeekPageActions } from './use-week-page-actions.ts';
import { WeekGrid } from './week-grid.tsx';
import styles from './week-page.module.css';

export type WeekHoursProps = { shown: ShownWeek; acts: WeekPageActions };

/** The hours of the week as a sheet, and what they add up to. */
export function WeekHours({ shown, acts }: WeekHoursProps) {
  const { locked, expectedMinutes } = shown;
  const { sheet } = shown.week;
  return (
    <>
      <WeekGrid sheet={sheet} locked={locked} actions={acts.actions} />
      <SelectionNote selection={acts.selection} sheet={sheet} />
      <OverNotes sheet={sheet} />
      <section className={styles.bar} aria-label={text.total}>
        <p>
          {text.total} <b className="number">{formatHours(sheet.minutes)}</b>
        </p>
        <BillableBar
          billable={sheet.billableMinutes}
          nonBillable={sheet.nonBillableMinutes}
          maximum={expectedMinutes}
          labels={{ billable: text.billable, nonBillable: text.nonBillable, of: text.ofExpected }}
          format={formatHours}
        />
      </section>
    </>
  );
}

/** Which days have more than 24:00 and by how much. */
function OverNotes({ sheet }: { sheet: ShownWeek['week']['sheet'] }) {
  const over = sheet.days.flatMap((day, index) => (day.exceeded ? [{ ...day, index }] : []));
  if (over.length === 0) return null;
  return (
    <ul className={styles.over}>
      {over.map(({ date, overMinutes, index }) => (
        <li key={date}>{text.overLong(dayLabel(date, index), formatHours(overMinutes))}</li>
      ))}
    </ul>
  );
}
