import type { CalendarDay } from '@stint/domain/time/calendar-axis.ts';
import type { CSSProperties, KeyboardEvent } from 'react';
import styles from './block.module.css';
import { type Block, titleOf } from './calendar-entry.ts';
import { blockName, type Lock, timeName } from './calendar-words.ts';

export type BlockButtonProps = {
  block: Block;
  day: CalendarDay;
  lock: Lock;
  color: string | null;
  style: CSSProperties;
  describedBy: string;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
};

/** Low ones show one line. */
const LINE = 34;

/** An entry on the clock. */
export function BlockButton({
  block,
  day,
  lock,
  color,
  style,
  describedBy,
  onOpen,
  onKeyDown,
  onFocus,
}: BlockButtonProps) {
  const { entry } = block;
  return (
    <button
      type="button"
      className={styles.block}
      data-entry={entry.timesheetID}
      data-low={Number(style.height) < LINE || undefined}
      data-quiet={entry.isBillable === false || undefined}
      data-unsaved={entry.isUnsaved || undefined}
      data-locked={lock !== null || undefined}
      data-cut={block.to > day.minutes || undefined}
      style={{ ...style, ...projectColor(color) }}
      aria-label={blockName(block, day, lock)}
      aria-describedby={lock === null ? describedBy : undefined}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <span className={styles.text}>
        <b>{titleOf(entry)}</b> <span className="number">{timeName(day, block)}</span>{' '}
        {entry.comment ? <span className={styles.comment}>{entry.comment}</span> : null}
      </span>
      {lock === null ? (
        <>
          <span className={styles.handle} data-handle="start" />
          <span className={styles.handle} data-handle="end" />
        </>
      ) : null}
    </button>
  );
}

/** The project's colour for what a style sheet makes of it. */
export function projectColor(color: string | null): CSSProperties {
  return color ? ({ '--project': color } as CSSProperties) : {};
}
