import { weekday } from '@stint/domain/time/plain-date.ts';
import { formatHours } from '../../lib/hours.ts';
import { dayNumber, weekdayName } from '../../lib/today.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './conflict-dialog.module.css';
import type { Choice, Conflict } from './conflicts.ts';
import { text } from './dialogs/messages.ts';
import { text as week } from './messages.ts';

export type ConflictDialogProps = {
  conflicts: readonly Conflict[];
  onChoose: (id: string, choice: Choice) => void;
  onClose: () => void;
};

/** Two versions of a cell side by side; neither is lost until somebody chooses (security 14). */
export function ConflictDialog({ conflicts, onChoose, onClose }: ConflictDialogProps) {
  return (
    <Dialog title={week.conflict.title} closeLabel={common.close} onClose={onClose} size="medium">
      <p>{text.conflict.text}</p>
      <ul className={styles.list}>
        {conflicts.map((conflict) => (
          <li key={conflict.id} className={styles.conflict}>
            <OneConflict conflict={conflict} onChoose={(choice) => onChoose(conflict.id, choice)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function OneConflict({
  conflict: { mine, theirs },
  onChoose,
}: {
  conflict: Conflict;
  onChoose: (choice: Choice) => void;
}) {
  const kept = mine.filter(({ isDeleted }) => !isDeleted);
  const [first] = mine;
  return (
    <>
      {first ? (
        <h3>
          {first.projectName}, {weekdayName(weekday(first.workDate) - 1)} {dayNumber(first.workDate)}
        </h3>
      ) : null}
      <div className={styles.versions}>
        <Version title={text.conflict.yours} entries={kept} />
        <Version title={text.conflict.theirs} entries={theirs} />
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => onChoose('mine')}>
          {text.conflict.keepYours(hoursOf(kept))}
        </Button>
        <Button onClick={() => onChoose('theirs')}>{text.conflict.keepTheirs(hoursOf(theirs))}</Button>
        {theirs.length > 0 && kept.length > 0 ? (
          <Button onClick={() => onChoose('both')}>
            {text.conflict.both(hoursOf([...kept, ...theirs]))}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** What the cell holds once these are in it. */
function hoursOf(entries: readonly Shown[]): string {
  if (entries.length === 0) return text.conflict.nothing;
  return formatHours(entries.reduce((sum, { minutes }) => sum + minutes, 0));
}

type Shown = { timesheetID: string; minutes: number; comment: string };

function Version({ title, entries }: { title: string; entries: readonly Shown[] }) {
  return (
    <div className={styles.version}>
      <span>{title}</span>
      {entries.length === 0 ? <b>{text.conflict.removed}</b> : null}
      {entries.map(({ timesheetID, minutes, comment }) => (
        <div key={timesheetID}>
          <b className="number">{formatHours(minutes)}</b>
          {comment ? <p>{comment}</p> : null}
        </div>
      ))}
    </div>
  );
}
