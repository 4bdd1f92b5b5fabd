import { formatHours } from '@stint/domain/time/hours.ts';
import { weekday } from '@stint/domain/time/plain-date.ts';
import { dayNumber, weekdayName } from '../../lib/today.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './conflict-dialog.module.css';
import { text } from './messages.ts';
import type { Choice, Conflict } from './save-queue.ts';

export type ConflictDialogProps = {
  conflicts: readonly Conflict[];
  onChoose: (timesheetID: string, choice: Choice) => void;
  onClose: () => void;
};

/** Two versions of an entry side by side; neither is lost until somebody chooses (security 14). */
export function ConflictDialog({ conflicts, onChoose, onClose }: ConflictDialogProps) {
  return (
    <Dialog title={text.conflict.title} closeLabel={common.close} onClose={onClose} size="medium">
      <p>{text.conflict.text}</p>
      <ul className={styles.list}>
        {conflicts.map(({ mine, theirs }) => (
          <li key={mine.timesheetID} className={styles.conflict}>
            <h3>
              {mine.projectName}, {weekdayName(weekday(mine.workDate) - 1)} {dayNumber(mine.workDate)}
            </h3>
            <div className={styles.versions}>
              <Version title={text.conflict.yours} entry={mine.isDeleted ? null : mine} />
              <Version title={text.conflict.theirs} entry={theirs} />
            </div>
            <div className={styles.actions}>
              <Button variant="primary" onClick={() => onChoose(mine.timesheetID, 'mine')}>
                {text.conflict.keepYours}
              </Button>
              <Button onClick={() => onChoose(mine.timesheetID, 'theirs')}>{text.conflict.keepTheirs}</Button>
              {theirs && !mine.isDeleted ? (
                <Button onClick={() => onChoose(mine.timesheetID, 'both')}>{text.conflict.both}</Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Version({ title, entry }: { title: string; entry: { minutes: number; comment: string } | null }) {
  return (
    <div className={styles.version}>
      <span>{title}</span>
      <b className="number">{entry ? formatHours(entry.minutes) : text.conflict.removed}</b>
      {entry?.comment ? <p>{entry.comment}</p> : null}
    </div>
  );
}
