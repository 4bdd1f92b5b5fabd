import {
  endPositionOf,
  gapsOf,
  hourMarks,
  minuteOfClock,
  minuteOfInstant,
  positionOf,
} from '@stint/domain/time/calendar-axis.ts';
import { layOut, type Stretch } from '@stint/domain/time/calendar-layout.ts';
import type { CSSProperties, ReactNode, Ref } from 'react';
import type { FeedEvent } from '../../entities/event-feed.ts';
import { formatClock } from '../../lib/clock.ts';
import styles from './calendar.module.css';
import type { Block } from './calendar-entry.ts';
import type { HeldDrag } from './held-drag.ts';
import { text } from './messages.ts';
import { Preview } from './preview.tsx';
import { drawnAt } from './use-block-keys.ts';
import type { Calendar } from './use-calendar.ts';

/** What is lower than this could not be hit. */
const LOWEST = 18;

export type GridProps = {
  calendar: Calendar;
  shown: readonly number[];
  scale: number;
  dayBegins: number;
  now: number;
  held: HeldDrag;
  columns: Ref<HTMLDivElement>;
  /** Draws an entry at its place. */
  block: (block: Block, style: CSSProperties) => ReactNode;
  ghost: (event: FeedEvent, at: { day: number; stretch: Stretch }, style: CSSProperties) => ReactNode;
  /** Where the keyboard is, when it is on no entry. */
  slot: ReactNode;
};

/** The hours of the days with what stands in them. */
export function Grid(props: GridProps) {
  const { calendar, shown, scale, columns } = props;
  const { axis } = calendar;
  const height = axis.length * scale;
  return (
    <div className={styles.body}>
      <div className={styles.gutter} style={{ height }} aria-hidden="true">
        {hourMarks(axis).map(({ position, hour }) =>
          position === 0 ? null : (
            <span key={position} style={{ top: position * scale }}>
              {formatClock(hour * 60)}
            </span>
          ),
        )}
      </div>
      <div
        ref={columns}
        className={styles.columns}
        style={{ height, gridTemplateColumns: `repeat(${shown.length}, minmax(0, 1fr))` }}
      >
        {props.slot}
        {shown.map((day) => (
          <Column key={day} {...props} day={day} />
        ))}
        {hourMarks(axis).map(({ position }) => (
          <i key={position} className={styles.line} style={{ top: position * scale }} />
        ))}
      </div>
    </div>
  );
}

function Column({ day, ...props }: GridProps & { day: number }) {
  const { calendar, scale, now, held } = props;
  const { axis, locked } = calendar;
  const on = axis.days[day];
  if (!on) return null;
  const minuteNow = Math.floor((now - on.startsAt) / 60_000);
  const isToday = minuteNow >= 0 && minuteNow < on.minutes;
  return (
    <div
      className={styles.column}
      data-day={day}
      data-today={isToday || undefined}
      data-locked={locked[day] != null || undefined}
    >
      <WorkingHours {...props} day={day} />
      {gapsOf(axis, on).map(({ from, to }) => (
        <i
          key={from}
          className={styles.gap}
          data-gap=""
          style={{ top: from * scale, height: (to - from) * scale }}
        />
      ))}
      <Things {...props} day={day} />
      <Preview held={held} axis={axis} day={day} scale={scale} />
      {isToday ? (
        <div
          className={styles.now}
          style={{ top: positionOf(axis, on, minuteNow) * scale }}
          title={text.now}
        />
      ) : null}
    </div>
  );
}

/** The time that is expected stands out from the rest of the day. */
function WorkingHours({ calendar, scale, dayBegins, day }: GridProps & { day: number }) {
  const { axis, expected } = calendar;
  const on = axis.days[day];
  const minutes = expected[day] ?? 0;
  if (!on || minutes === 0) return null;
  const from = minuteOfClock(on, dayBegins);
  const stretch = { from, to: Math.min(on.minutes, from + minutes) };
  return <i className={styles.working} style={drawnAt(axis, day, stretch, scale)} />;
}

type Thing = Stretch & { block?: Block; event?: FeedEvent };

/** Entries and events of a day, side by side where they overlap. */
function Things({ calendar, scale, day, block, ghost }: GridProps & { day: number }) {
  const { axis, blocks, ghosts } = calendar;
  const on = axis.days[day];
  if (!on) return null;
  const things: Thing[] = [
    ...blocks
      .filter((each) => each.day === day)
      .map((each) => ({ from: each.from, to: each.to, block: each })),
    ...ghosts.flatMap((event) => {
      if (event.workDate !== on.date || !event.startedAt || !event.endedAt) return [];
      return [{ from: minuteOfInstant(on, event.startedAt), to: minuteOfInstant(on, event.endedAt), event }];
    }),
  ];
  // What is drawn counts: a short one takes the room of the lowest.
  const drawn = things.map(({ from, to }) => {
    const top = positionOf(axis, on, Math.max(0, from));
    return {
      from: top,
      to: Math.max(endPositionOf(axis, on, Math.min(to, on.minutes)), top + LOWEST / scale),
    };
  });
  const shares = layOut(drawn);
  return things.map((thing, index) => {
    const [share, place] = [shares[index], drawn[index]];
    if (!share || !place) return null;
    const style = {
      top: place.from * scale,
      height: (place.to - place.from) * scale - 1,
      insetInlineStart: `calc(${(100 * share.column) / share.columns}% + 2px)`,
      width: `calc(${(100 * share.span) / share.columns}% - 5px)`,
    };
    if (thing.block) return block(thing.block, style);
    return thing.event ? ghost(thing.event, { day, stretch: thing }, style) : null;
  });
}
