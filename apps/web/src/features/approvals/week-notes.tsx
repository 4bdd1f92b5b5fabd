import { useQuery } from '@tanstack/react-query';
import { historyQuery, type Step } from '../../entities/approval.ts';
import type { WeekSheet } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { text } from './messages.ts';
import { SentBack } from './sent-back.tsx';
import styles from './week-steps.module.css';
import { dayOf, lineOf } from './words.ts';

/** What was said of the week that is shown when it was disapproved, and which others were. */
export function WeekNotes({ sheet }: { sheet: WeekSheet }) {
  const { session, start } = useApp();
  const { week } = sheet;
  const isDisapproved = week.status === 'disapproved';
  const history = useQuery({ ...historyQuery(session.call, week), enabled: isDisapproved });
  if (!start.settings.approvalsEnabled) return null;
  return (
    <>
      <SentBack shownWeekEnd={week.weekEndDate} />
      {isDisapproved ? <Reason sheet={sheet} step={history.data?.at(-1)} /> : null}
    </>
  );
}

/** Why the week came back, with the lines that were marked. */
function Reason({ sheet, step }: { sheet: WeekSheet; step: Step | undefined }) {
  const { week, entries } = sheet;
  const marked = week.lines.flatMap(({ timesheetID, note }) => {
    const entry = entries.find((each) => each.timesheetID === timesheetID);
    return entry ? [{ entry, note }] : [];
  });
  return (
    <div className={styles.reason}>
      <p>
        <b>{text.reasonFrom(step?.actorName ?? text.somebody)}</b> {week.reason}
      </p>
      {marked.length > 0 ? (
        <>
          <h2>{text.flagged}</h2>
          <ul>
            {marked.map(({ entry, note }) => (
              <li key={entry.timesheetID}>
                {dayOf(entry.workDate)}: {lineOf(entry)}
                {entry.comment ? ` – ${entry.comment}` : ''}
                {note ? ` (${note})` : ''}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
