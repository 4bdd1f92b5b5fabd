import { minuteOfClock } from '@stint/domain/time/calendar-axis.ts';
import type { Stretch } from '@stint/domain/time/calendar-layout.ts';
import { firstFree, movedTo } from '@stint/domain/time/calendar-moves.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type FeedEvent, hideEvent } from '../../entities/event-feed.ts';
import type { EntryDraft } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { newId } from '../../lib/new-id.ts';
import { common } from '../../messages/common.ts';
import { useToast } from '../../ui/toast.tsx';
import { type CalendarEntry, copyOf, draftOf, offClock, onClock, titleOf } from './calendar-entry.ts';
import { dayName, eventTitle, timeName } from './calendar-words.ts';
import { text } from './messages.ts';
import type { Calendar } from './use-calendar.ts';

export type CalendarActions = ReturnType<typeof useCalendarActions>;

type Hands = { apply: (edits: EntryDraft[], told?: string) => void; undo: () => boolean };

/** What can be done to entries on the clock, by hand or by key; everything can be taken back. */
export function useCalendarActions(calendar: Calendar, { apply, undo }: Hands, dayBegins: number) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [said, say] = useState('');
  const copied = useRef<EntryDraft | null>(null);
  const latest = useRef(calendar);
  latest.current = calendar;
  const { axis, locked, blocks } = calendar;

  const isLocked = (...days: number[]) => {
    const found = days.some((day) => locked[day] != null);
    if (found) say(text.said.dayLocked);
    return found;
  };
  // A drag or a key may have begun before the last save came back: what is changed is the entry as it is now.
  const fresh = (entry: CalendarEntry) =>
    latest.current.entries.find(({ timesheetID }) => timesheetID === entry.timesheetID) ?? entry;
  const dayOf = (entry: Pick<EntryDraft, 'workDate'>) =>
    axis.days.findIndex(({ date }) => date === entry.workDate);

  const actions = {
    said,
    say,
    undo(): void {
      if (undo()) say(text.said.undone);
    },
    isLocked,
    /** Puts an entry at a stretch of a day, or a copy of it. @returns the entry that is there now */
    place(
      entry: CalendarEntry,
      { day, ...stretch }: Stretch & { day: number },
      isCopy = false,
    ): string | null {
      const on = axis.days[day];
      if (!on || isLocked(day, ...(isCopy ? [] : [dayOf(entry)]))) return null;
      const moved = onClock(fresh(entry), on, stretch);
      const isSame = isAt(entry.startedAt, moved.startedAt) && isAt(entry.endedAt, moved.endedAt);
      if (isSame && moved.workDate === entry.workDate && !isCopy) return entry.timesheetID;
      const draft = isCopy ? copyOf(moved, newId()) : moved;
      apply([draft]);
      say(text.said.moved(titleOf(entry), dayName(on), timeName(on, stretch)));
      return draft.timesheetID;
    },
    /** Takes an entry off the clock, or to another day without it. */
    unplace(entry: CalendarEntry, day: number, isCopy = false): void {
      const on = axis.days[day];
      if (!on || isLocked(day, ...(isCopy ? [] : [dayOf(entry)]))) return;
      const draft = offClock(fresh(entry), on.date);
      apply([isCopy ? copyOf(draft, newId()) : draft]);
      say(text.said.moved(titleOf(entry), dayName(on), text.block.without));
    },
    /** Puts an entry without times on the clock, where its day is free first. */
    placeFree(entry: CalendarEntry): string | null {
      const day = dayOf(entry);
      const on = axis.days[day];
      if (!on) return null;
      const taken = blocks.filter((block) => block.day === day);
      const lasts = Math.max(1, entry.minutes);
      const from = firstFree(taken, lasts, minuteOfClock(on, dayBegins), on.minutes);
      const grid = { step: 1, minutes: on.minutes };
      return actions.place(entry, { day, ...movedTo({ from, to: from + lasts }, from, grid) });
    },
    save(draft: EntryDraft): void {
      apply([draft]);
      say(text.said.added(titleOf(draft)));
    },
    remove(entry: CalendarEntry): void {
      if (isLocked(dayOf(entry))) return;
      apply([{ ...draftOf(fresh(entry)), isDeleted: true }], text.said.removed(titleOf(entry)));
    },
    copy(entry: CalendarEntry): void {
      copied.current = draftOf(entry);
      say(text.said.copied(titleOf(entry)));
    },
    /** Pastes what was copied to begin at a minute of a day; without times it stays without. */
    paste(day: number, from: number): string | null {
      const on = axis.days[day];
      const source = copied.current;
      if (!on || isLocked(day)) return null;
      if (!source) {
        say(text.said.nothingToPaste);
        return null;
      }
      const { startedAt = null, endedAt = null, tags = [] } = source;
      const entry = { ...source, startedAt, endedAt, tags, isUnsaved: true };
      const lasts = spanOf(source);
      if (lasts === null) {
        actions.unplace(entry, day, true);
        return null;
      }
      const grid = { step: 1, minutes: on.minutes };
      return actions.place(entry, { day, ...movedTo({ from, to: from + lasts }, from, grid) }, true);
    },
    async hide(event: FeedEvent): Promise<void> {
      const settle = async (isHidden: boolean) => {
        try {
          await hideEvent(call, event.eventKey, isHidden);
        } catch (error) {
          toast({ text: describeError(error), tone: 'danger' });
        }
        await invalidate(queryClient, 'eventFeeds');
      };
      await settle(true);
      toast({
        text: text.said.hidden(eventTitle(event)),
        action: { label: common.undo, onPress: () => void settle(false) },
      });
    },
  };
  return actions;
}

/** Whether two texts name one instant. */
function isAt(a: string | null, b: string | null | undefined): boolean {
  return a === b || (a !== null && b != null && Date.parse(a) === Date.parse(b));
}

/** How long an entry takes on the clock; null where it has no times. */
function spanOf({ startedAt, endedAt }: EntryDraft): number | null {
  return startedAt && endedAt ? Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000) : null;
}
