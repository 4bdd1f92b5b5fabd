import { DAY_MINUTES } from '@stint/domain/time/units.ts';
import { type CSSProperties, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FeedEvent } from '../../entities/event-feed.ts';
import { usePicker, workKey } from '../../entities/use-picker.ts';
import type { EntryDraft, WeekKey } from '../../entities/week.ts';
import { newId } from '../../lib/new-id.ts';
import { BlockButton } from './block.tsx';
import styles from './calendar.module.css';
import { type CalendarEntry, draftOf } from './calendar-entry.ts';
import { eventTitle, type Lock, timeName } from './calendar-words.ts';
import { DayHeads } from './day-heads.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { Ghost } from './ghost.tsx';
import { Grid } from './grid.tsx';
import type { Drag } from './held-drag.ts';
import { text } from './messages.ts';
import { emptyDraft, Slot, type SlotPlace, slotDraft } from './slot.tsx';
import { Strip } from './strip.tsx';
import { pressOnBlock } from './use-block-keys.ts';
import type { Calendar } from './use-calendar.ts';
import type { CalendarActions } from './use-calendar-actions.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import type { Preferences, Step } from './use-preferences.ts';

export type CalendarBoardProps = {
  calendar: Calendar;
  actions: CalendarActions;
  shown: readonly number[];
  preferences: Preferences;
  now: number;
};

/** Pixels of an hour, by the step of the grid. */
const hourHeights: Record<Step, number> = { 60: 44, 30: 60, 15: 104 };
/** What a click on a free place makes. */
const CLICKED_MINUTES = 30;
/** What a sheet of paper shows at least, from where the day begins, and around what was done. */
const PRINTED_DAY_MINUTES = 8 * 60;
const PRINTED_AROUND_MINUTES = 30;

/** Days with their hours, and the panel of what is opened there. */
export function CalendarBoard({ calendar, actions, shown, preferences, now }: CalendarBoardProps) {
  const { axis, blocks, strips, locked } = calendar;
  const { step, dayBegins } = preferences;
  const scale = hourHeights[step] / 60;
  const columns = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useOpened(calendar.week);
  const [slot, setSlot] = useState<SlotPlace>({ day: shown[0] ?? 0, minute: dayBegins });
  const { rows } = usePicker('', { refetchOnMount: true });
  const id = useId();
  const follow = useFollowedFocus(scroller);
  const lockOf = (day: number): Lock => locked[day] ?? null;

  const stripEntry = (timesheetID: string) => {
    const entry = strips.flat().find((one) => one.timesheetID === timesheetID);
    return entry ? { entry, from: 0, to: 0, day: dayOf(calendar, entry) } : null;
  };
  const add = (day: number, from: number, to: number) => {
    const on = axis.days[day];
    if (!on || actions.isLocked(day)) return;
    setSlot({ day, minute: from });
    setOpen(slotDraft(newId(), on, { from, to }));
  };
  const drop = (drag: Drag) => {
    const { entry, day } = drag;
    if (!entry) return add(day, drag.from, drag.to);
    if (drag.isOff) actions.unplace(entry, day, drag.isCopy);
    else follow(actions.place(entry, { day, from: drag.from, to: drag.to }, drag.isCopy));
  };
  const { held, onPointerDown } = useGridPointer(columns, {
    axis,
    step,
    scale,
    shown,
    isLocked: actions.isLocked,
    find: (timesheetID) =>
      blocks.find(({ entry }) => entry.timesheetID === timesheetID) ?? stripEntry(timesheetID),
    onDrop: drop,
    onSlot: (day, minute) => {
      const from = Math.floor(minute / step) * step;
      add(day, from, Math.min(axis.days[day]?.minutes ?? 1440, from + Math.max(step, CLICKED_MINUTES)));
    },
  });

  const take = (event: FeedEvent) => {
    const day = axis.days.findIndex(({ date }) => date === event.workDate);
    if (actions.isLocked(day)) return;
    const row = event.guess ? rows.get(workKey(event.guess)) : undefined;
    const draft = eventDraft(event, calendar.expected[day] ?? 0);
    if (!row) return setOpen(draft);
    const { projectID, activityID, projectName, activityName, clientName, isBillable } = row;
    actions.save({ ...draft, projectID, activityID, projectName, activityName, clientName, isBillable });
    follow(draft.timesheetID);
  };
  const leave = (day: number, minute: number) => {
    // The entry is gone with the next drawing: the next key is already meant for the place where it was.
    flushSync(() => setSlot({ day, minute }));
    scroller.current?.querySelector<HTMLElement>('[data-slot]')?.focus();
  };
  const keys = {
    axis,
    step,
    shown,
    actions,
    follow,
    leave,
    // What is being saved gets its next version while it is open.
    open: (entry: CalendarEntry) =>
      setOpen({ ...draftOf(entry), ...(entry.isUnsaved ? { version: null } : {}) }),
  };
  const onStripKey = (event: KeyboardEvent, entry: CalendarEntry) => {
    if (event.key === 'ArrowDown') follow(actions.placeFree(entry));
    else if (event.key === 'Delete' || event.key === 'Backspace') actions.remove(entry);
    else if ((event.ctrlKey || event.metaKey) && event.key === 'c') actions.copy(entry);
    else if ((event.ctrlKey || event.metaKey) && event.key === 'z') actions.undo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // Where the day begins, or what was done before it, is seen first.
  const seen = blocks.filter(({ day }) => shown.includes(day));
  const first = Math.min(dayBegins, ...seen.map(({ from }) => from));
  const last = Math.max(dayBegins + PRINTED_DAY_MINUTES, ...seen.map(({ to }) => to));
  useScrollTo(scroller, { at: first * scale, when: `${calendar.week.weekEndDate} ${step} ${shown.join()}` });

  const opened = open && calendar.entries.find(({ timesheetID }) => timesheetID === open.timesheetID);
  return (
    <>
      <div
        ref={scroller}
        className={styles.scroller}
        style={printedPart({ from: first, to: last }, axis.length, scale)}
        data-scroller=""
      >
        <DayHeads calendar={calendar} shown={shown} now={now}>
          {(day) => (
            <Strip
              calendar={calendar}
              day={day}
              describedBy={`${id}strip`}
              ghostDescribedBy={`${id}ghost`}
              held={held}
              onPointerDown={onPointerDown}
              onOpen={keys.open}
              onKeyDown={onStripKey}
              onTake={take}
              onHide={(event) => void actions.hide(event)}
            />
          )}
        </DayHeads>
        {/* Not a control: it hears the pointer for the entries and places inside, which all have keys of their own. */}
        <div onPointerDown={onPointerDown}>
          <Grid
            calendar={calendar}
            shown={shown}
            scale={scale}
            dayBegins={dayBegins}
            now={now}
            held={held}
            columns={columns}
            block={(block, style) => {
              const day = axis.days[block.day];
              if (!day) return null;
              return (
                <BlockButton
                  key={block.entry.timesheetID}
                  block={block}
                  day={day}
                  lock={lockOf(block.day)}
                  color={calendar.colorOf(block.entry.projectID)}
                  style={style}
                  describedBy={`${id}keys`}
                  onOpen={() => keys.open(block.entry)}
                  onKeyDown={(event) => pressOnBlock(event, block, keys)}
                  onFocus={() => setSlot({ day: block.day, minute: block.from })}
                />
              );
            }}
            ghost={(event, { day, stretch }, style) => {
              const on = axis.days[day];
              if (!on) return null;
              return (
                <Ghost
                  key={event.eventKey}
                  event={event}
                  day={on}
                  time={timeName(on, stretch)}
                  style={style}
                  describedBy={`${id}ghost`}
                  onTake={() => take(event)}
                  onHide={() => void actions.hide(event)}
                />
              );
            }}
            slot={
              <Slot
                calendar={calendar}
                place={shown.includes(slot.day) ? slot : { ...slot, day: shown[0] ?? 0 }}
                shown={shown}
                step={step}
                scale={scale}
                actions={actions}
                describedBy={`${id}slot`}
                onMove={setSlot}
                onAdd={add}
                onPaste={(day, minute) => follow(actions.paste(day, minute))}
              />
            }
          />
        </div>
      </div>
      <div hidden>
        <span id={`${id}keys`}>{text.keys}</span>
        <span id={`${id}slot`}>{text.slotKeys}</span>
        <span id={`${id}ghost`}>{text.ghostKeys}</span>
        <span id={`${id}strip`}>{text.stripKeys}</span>
      </div>
      {open ? (
        <EntryPanel
          key={open.timesheetID}
          draft={open}
          axis={axis}
          locks={locked}
          lock={opened ? lockOf(dayOf(calendar, opened)) : null}
          onSave={(draft) => {
            actions.save({ ...draft, version: draft.version ?? opened?.version ?? null });
            follow(draft.timesheetID);
          }}
          onRemove={
            opened
              ? () => {
                  actions.remove(opened);
                  setOpen(null);
                }
              : undefined
          }
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

/** What is opened in a week goes with it. */
function useOpened(week: WeekKey) {
  const [opened, setOpened] = useState<{ week: WeekKey; draft: EntryDraft | null } | null>(null);
  const set = (draft: EntryDraft | null) => setOpened({ week, draft });
  return [opened?.week === week ? opened.draft : null, set] as const;
}

function dayOf({ axis }: Calendar, entry: Pick<CalendarEntry, 'workDate'>): number {
  return axis.days.findIndex(({ date }) => date === entry.workDate);
}

/** The entry that an event becomes, still without what it is for; a whole day has what is expected of it. */
function eventDraft(event: FeedEvent, expected: number): EntryDraft {
  const { workDate, startedAt, endedAt, eventKey } = event;
  const lasts = startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 60_000 : expected;
  return {
    ...emptyDraft(newId(), workDate),
    minutes: Math.min(1440, Math.round(lasts)),
    comment: eventTitle(event),
    startedAt,
    endedAt,
    externalRef: `ics:${eventKey}`,
  };
}

/** Entries that move to another column are drawn anew there; the focus goes with the one that it was on. */
function useFollowedFocus(root: { current: HTMLElement | null }) {
  const followed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (followed.current === null) return;
    const element = root.current?.querySelector<HTMLElement>(`[data-entry="${followed.current}"]`);
    if (!element) return;
    followed.current = null;
    const go = () => element.focus({ preventScroll: true });
    go();
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // A panel that closes gives the focus back to what it was opened from.
    requestAnimationFrame(() => {
      if (element.isConnected && !document.activeElement?.closest('dialog')) go();
    });
  });
  return (timesheetID: string | null) => {
    if (timesheetID !== null) followed.current = timesheetID;
  };
}

function useScrollTo(scroller: { current: HTMLElement | null }, { at, when }: { at: number; when: string }) {
  const latest = useRef(at);
  latest.current = at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another week, step or day is when to go there
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = Math.max(0, latest.current - 24);
  }, [when, scroller]);
}

/** The hours that are printed, for the style of paper; in a week with an hour twice all is up to that hour further down. */
function printedPart({ from, to }: { from: number; to: number }, length: number, scale: number) {
  const top = Math.max(0, from - PRINTED_AROUND_MINUTES);
  const end = Math.min(length, to + PRINTED_AROUND_MINUTES + Math.max(0, length - DAY_MINUTES));
  return {
    '--printed-from': `${top * scale}px`,
    '--printed-height': `${(end - top) * scale}px`,
  } as CSSProperties;
}
