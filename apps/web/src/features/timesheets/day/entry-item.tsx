import type { DayMark } from '@stint/domain/time/day-list.ts';
import { formatHours } from '../../../lib/hours.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { rowLabel } from '../row-label.ts';
import type { ShownEntry } from '../sheet.ts';
import { clockAt } from './clock.ts';
import styles from './entry-item.module.css';
import { text } from './messages.ts';
import type { useReorder } from './use-reorder.ts';

export type EntryItemProps = {
  entry: ShownEntry;
  color: string | null;
  mark: DayMark | undefined;
  timeZone: string;
  isLocked: boolean;
  tagNames: readonly string[];
  handle: ReturnType<ReturnType<typeof useReorder>['handle']>;
  actions: MenuItem[];
  onEdit: () => void;
};

/** One entry of the day; a press on it opens it. */
export function EntryItem(props: EntryItemProps) {
  const { entry, color, mark, timeZone, isLocked, tagNames, handle, actions, onEdit } = props;
  const name = rowLabel(entry);
  const { startedAt, endedAt, comment, minutes } = entry;
  const detail = [entry.clientName, entry.isBillable ? null : text.nonBillable].filter(Boolean).join(' · ');
  return (
    <div className={styles.item} data-unsaved={entry.isUnsaved || undefined}>
      {isLocked ? null : (
        <button
          type="button"
          className={styles.handle}
          aria-label={text.moveOf(name)}
          title={text.moveHint}
          {...handle}
        >
          <Icon name="more" size={16} />
        </button>
      )}
      <button
        type="button"
        className={styles.open}
        data-open
        disabled={isLocked}
        onClick={onEdit}
        title={text.edit}
      >
        <span className={styles.edge} style={color ? { background: color } : undefined} />
        <span className={styles.words}>
          <b>{[entry.projectName, entry.activityName].filter(Boolean).join(' · ')}</b>
          {detail ? <span className={styles.quiet}>{detail}</span> : null}
          {comment ? <span>{comment}</span> : null}
          {tagNames.length > 0 ? (
            <span className={styles.quiet}>{tagNames.map((tag) => `#${tag}`).join(' ')}</span>
          ) : null}
        </span>
        <span className={styles.figures}>
          <b>{formatHours(minutes)}</b>
          {startedAt && endedAt ? (
            <span className={styles.quiet}>
              {text.span(clockAt(startedAt, timeZone), clockAt(endedAt, timeZone))}
            </span>
          ) : null}
          {mark && mark.overlapMinutes > 0 ? (
            <span className={styles.overlap}>{text.overlap(formatHours(mark.overlapMinutes))}</span>
          ) : null}
        </span>
      </button>
      {isLocked ? null : <Menu label={text.actions(name)} button={<Icon name="more" />} items={actions} />}
    </div>
  );
}
