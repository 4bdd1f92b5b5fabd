import type { KeyboardEvent, PointerEvent } from 'react';
import type { FeedEvent } from '../../entities/event-feed.ts';
import { formatHours } from '../../lib/hours.ts';
import { projectColor } from './block.tsx';
import { type CalendarEntry, titleOf } from './calendar-entry.ts';
import { type Lock, stripName } from './calendar-words.ts';
import { Ghost } from './ghost.tsx';
import { type HeldDrag, useIsOverStrip } from './held-drag.ts';
import { text } from './messages.ts';
import styles from './strip.module.css';
import type { Calendar } from './use-calendar.ts';

export type StripProps = {
  calendar: Calendar;
  day: number;
  describedBy: string;
  ghostDescribedBy: string;
  held: HeldDrag;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onOpen: (entry: CalendarEntry) => void;
  onKeyDown: (event: KeyboardEvent, entry: CalendarEntry) => void;
  onTake: (event: FeedEvent) => void;
  onHide: (event: FeedEvent) => void;
};

/** Time of a day that has no place on the clock, and events that last the whole day. */
export function Strip({
  calendar,
  day,
  describedBy,
  ghostDescribedBy,
  held,
  onPointerDown,
  onOpen,
  onKeyDown,
  onTake,
  onHide,
}: StripProps) {
  const isTarget = useIsOverStrip(held, day);
  const on = calendar.axis.days[day];
  if (!on) return null;
  const lock: Lock = calendar.locked[day] ?? null;
  const events = calendar.ghosts.filter(
    ({ workDate, startedAt }) => workDate === on.date && startedAt === null,
  );
  return (
    <div
      className={styles.strip}
      data-strip={day}
      data-target={isTarget || undefined}
      onPointerDown={onPointerDown}
    >
      {(calendar.strips[day] ?? []).map((entry) => (
        <button
          key={entry.timesheetID}
          type="button"
          className={styles.chip}
          data-entry={entry.timesheetID}
          data-locked={lock !== null || undefined}
          style={projectColor(calendar.colorOf(entry.projectID))}
          aria-label={stripName(entry, on, lock)}
          aria-describedby={lock === null ? describedBy : undefined}
          onClick={() => onOpen(entry)}
          onKeyDown={(event) => onKeyDown(event, entry)}
        >
          <b className="number">{formatHours(entry.minutes)}</b> <span>{titleOf(entry)}</span>
        </button>
      ))}
      {events.map((event) => (
        <Ghost
          key={event.eventKey}
          event={event}
          day={on}
          time={text.ghost.allDay}
          className={styles.ghost}
          describedBy={ghostDescribedBy}
          onTake={() => onTake(event)}
          onHide={() => onHide(event)}
        />
      ))}
    </div>
  );
}
