import { type PlainDate, weekday } from '@stint/domain/time/plain-date.ts';
import type { ReactNode } from 'react';
import { formatHours } from '../../lib/hours.ts';
import { dayNumber, weekdayName } from '../../lib/today.ts';
import { common } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './conflict-dialog.module.css';
import { type Choice, type Conflict, type HeldEntry, outcomesOf } from './conflicts.ts';
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

function OneConflict({ conflict, onChoose }: { conflict: Conflict; onChoose: (choice: Choice) => void }) {
  const { mine, theirs } = conflict;
  const outcomes = outcomesOf(conflict);
  const [first] = mine;
  return (
    <>
      {first ? (
        <h3>
          {first.projectName}, {dayOf(first)}
        </h3>
      ) : null}
      <div className={styles.versions}>
        <Version title={text.conflict.yours} entries={outcomes.mine} />
        <Version title={text.conflict.theirs} entries={outcomes.theirs} moved={outcomes.moved} />
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => onChoose('mine')}>
          {text.conflict.keepYours(hoursOf(outcomes.mine))}
        </Button>
        <Button onClick={() => onChoose('theirs')}>
          {text.conflict.keepTheirs(hoursOf(outcomes.theirs))}
        </Button>
        {theirs.length > 0 && mine.some(({ isDeleted }) => !isDeleted) ? (
          <Button onClick={() => onChoose('both')}>{text.conflict.both(hoursOf(outcomes.both))}</Button>
        ) : null}
      </div>
    </>
  );
}

/** What the cell holds once these are in it. */
function hoursOf(entries: readonly HeldEntry[]): string {
  if (entries.length === 0) return text.conflict.nothing;
  return formatHours(entries.reduce((sum, { minutes }) => sum + minutes, 0));
}

function dayOf({ workDate }: { workDate: PlainDate }): string {
  return `${weekdayName(weekday(workDate) - 1)} ${dayNumber(workDate)}`;
}

type VersionProps = { title: string; entries: readonly HeldEntry[]; moved?: readonly HeldEntry[] };

/** @param moved what stands elsewhere now, with the place */
function Version({ title, entries, moved = [] }: VersionProps) {
  return (
    <div className={styles.version}>
      <span>{title}</span>
      {entries.length + moved.length === 0 ? <b>{text.conflict.removed}</b> : null}
      {entries.map((entry) => (
        <OneEntry key={entry.timesheetID} entry={entry} />
      ))}
      {moved.map((entry) => (
        <OneEntry key={entry.timesheetID} entry={entry}>
          <p>{[entry.projectName, entry.activityName, dayOf(entry)].filter(Boolean).join(', ')}</p>
        </OneEntry>
      ))}
    </div>
  );
}

function OneEntry({ entry: { minutes, comment }, children }: { entry: HeldEntry; children?: ReactNode }) {
  return (
    <div>
      <b className="number">{formatHours(minutes)}</b>
      {children}
      {comment ? <p>{comment}</p> : null}
    </div>
  );
}
