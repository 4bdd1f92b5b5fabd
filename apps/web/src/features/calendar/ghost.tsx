import type { CalendarDay } from '@stint/domain/time/calendar-axis.ts';
import type { CSSProperties } from 'react';
import type { FeedEvent } from '../../entities/event-feed.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './block.module.css';
import { dayName, eventTitle } from './calendar-words.ts';
import { text } from './messages.ts';

export type GhostProps = {
  event: FeedEvent;
  day: CalendarDay;
  /** `09:00–09:30`, or that it is the whole day. */
  time: string;
  style?: CSSProperties;
  className?: string | undefined;
  describedBy: string;
  onTake: () => void;
  onHide: () => void;
};

/** Below this there is room for one line. */
const LINE = 30;

/** An event of another calendar: nothing of it counts until it is taken over. */
export function Ghost({ event, day, time, style, className, describedBy, onTake, onHide }: GhostProps) {
  const title = eventTitle(event);
  return (
    <div
      className={className ?? styles.ghost}
      data-ghost={event.eventKey}
      data-low={(style?.height !== undefined && Number(style.height) < LINE) || undefined}
      style={style}
    >
      <button
        type="button"
        className={styles.take}
        aria-label={text.ghost.label(title, dayName(day), time)}
        aria-describedby={describedBy}
        onClick={onTake}
        onKeyDown={(key) => {
          if (key.key !== 'Delete' && key.key !== 'Backspace') return;
          key.preventDefault();
          key.stopPropagation();
          onHide();
        }}
      >
        <b className={styles.line}>{title}</b>{' '}
        <span className={classNames(styles.line, 'number')}>{time}</span>
      </button>
      <button type="button" className={styles.hide} aria-label={text.ghost.hide(title)} onClick={onHide}>
        <Icon name="close" size={12} />
      </button>
    </div>
  );
}
