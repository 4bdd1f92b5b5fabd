import { type CalendarDay, instantOfMinute, minuteAt, positionOf } from '@stint/domain/time/calendar-axis.ts';
import type { Stretch } from '@stint/domain/time/calendar-layout.ts';
import { stepDown } from '@stint/domain/time/calendar-moves.ts';
import type { KeyboardEvent } from 'react';
import type { EntryDraft } from '../../entities/week.ts';
import styles from './calendar.module.css';
import { clockText, dayName } from './calendar-words.ts';
import { text } from './messages.ts';
import { drawnAt } from './use-block-keys.ts';
import type { Calendar } from './use-calendar.ts';
import type { CalendarActions } from './use-calendar-actions.ts';

export type SlotPlace = { day: number; minute: number };

export type SlotProps = {
  calendar: Calendar;
  place: SlotPlace;
  shown: readonly number[];
  step: number;
  scale: number;
  actions: CalendarActions;
  describedBy: string;
  onMove: (place: SlotPlace) => void;
  onAdd: (day: number, from: number, to: number) => void;
  onPaste: (day: number, minute: number) => void;
};

/** The place on the clock that the keyboard is at, when it is on no entry. */
export function Slot(props: SlotProps) {
  const { calendar, shown, step, scale, actions, describedBy } = props;
  const { axis } = calendar;
  const { day } = props.place;
  const on = axis.days[day];
  if (!on) return null;
  const minute = stepDown(Math.min(props.place.minute, on.minutes - 1), step);
  const index = Math.max(0, shown.indexOf(day));
  const go = (place: SlotPlace) => {
    const target = axis.days[place.day];
    if (!target) return;
    props.onMove(place);
    actions.say(text.said.slot(dayName(target), clockText(target, place.minute)));
  };
  const toDay = (days: number) => {
    const next = shown[index + days];
    const target = next === undefined ? undefined : axis.days[next];
    if (next !== undefined && target)
      go({ day: next, minute: minuteAt(axis, target, positionOf(axis, on, minute)) });
  };
  const to = Math.min(on.minutes, minute + step);
  const keys: Record<string, () => void> = {
    arrowup: () => go({ day, minute: Math.max(0, minute - step) }),
    arrowdown: () => go({ day, minute: Math.min(stepDown(on.minutes - 1, step), minute + step) }),
    arrowleft: () => toDay(-1),
    arrowright: () => toDay(1),
    home: () => go({ day, minute: 0 }),
    end: () => go({ day, minute: stepDown(on.minutes - 1, step) }),
    enter: () => props.onAdd(day, minute, to),
    ' ': () => props.onAdd(day, minute, to),
    n: () => props.onAdd(day, minute, to),
  };
  const commands: Record<string, () => void> = {
    v: () => props.onPaste(day, minute),
    z: () => actions.undo(),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const key = event.key.toLowerCase();
    const act = event.ctrlKey || event.metaKey ? commands[key] : keys[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const style = {
    ...drawnAt(axis, day, { from: minute, to }, scale),
    insetInlineStart: `calc(${(100 * index) / shown.length}% + 2px)`,
    width: `calc(${100 / shown.length}% - 5px)`,
  };
  return (
    <button
      type="button"
      className={styles.slot}
      data-slot=""
      style={style}
      aria-label={text.said.slot(dayName(on), clockText(on, minute))}
      aria-describedby={describedBy}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    />
  );
}

/** An entry of a day before anybody said what for. */
export function emptyDraft(timesheetID: string, workDate: string): EntryDraft {
  return {
    timesheetID,
    version: null,
    projectID: '',
    activityID: null,
    projectName: '',
    clientName: null,
    activityName: null,
    workDate,
    minutes: 0,
    comment: '',
    tags: [],
    externalRef: null,
    isDeleted: false,
  };
}

/** The same for a stretch of the clock. */
export function slotDraft(timesheetID: string, on: CalendarDay, { from, to }: Stretch): EntryDraft {
  return {
    ...emptyDraft(timesheetID, on.date),
    minutes: to - from,
    startedAt: instantOfMinute(on, from),
    endedAt: instantOfMinute(on, to),
  };
}
