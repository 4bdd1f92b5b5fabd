import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DisapproveDetails, freshWeekQuery, type ListedWeek } from '../../entities/approval.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { weekLabel } from '../../lib/today.ts';
import { Checkbox } from '../../ui/field.tsx';
import { text } from './inbox/messages.ts';
import { personOf } from './inbox-row.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import styles from './week-review.module.css';
import { dayOf, lineOf } from './words.ts';

export type DisapproveDialogProps = {
  week: ListedWeek;
  onSend: (details: DisapproveDetails) => Promise<void>;
  onClose: () => void;
};

/** Why a week goes back, and which of its lines are meant. */
export function DisapproveDialog({ week, onSend, onClose }: DisapproveDialogProps) {
  const { session } = useApp();
  const sheet = useQuery(freshWeekQuery(session.call, week));
  const [marked, setMarked] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setMarked((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  const entries = sheet.data?.entries.toSorted((a, b) => a.workDate.localeCompare(b.workDate)) ?? [];
  return (
    <ReasonDialog
      title={text.disapproveTitle(personOf(week), weekLabel(week.weekEndDate))}
      submitLabel={text.disapprove}
      hint={text.reasonHint}
      missing={text.reasonMissing}
      onSend={(reason) => onSend({ reason, lines: marked.map((timesheetID) => ({ timesheetID })) })}
      onClose={onClose}
    >
      {entries.length > 0 ? (
        <fieldset className={styles.lines}>
          <legend>{text.markLines}</legend>
          {entries.map((entry) => (
            <Checkbox
              key={entry.timesheetID}
              label={`${dayOf(entry.workDate)}, ${lineOf(entry)}, ${formatHours(entry.minutes)}`}
              {...(entry.comment ? { hint: entry.comment } : {})}
              checked={marked.includes(entry.timesheetID)}
              onChange={() => toggle(entry.timesheetID)}
            />
          ))}
        </fieldset>
      ) : null}
    </ReasonDialog>
  );
}
