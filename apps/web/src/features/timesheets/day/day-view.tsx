import { Fragment, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatHours } from '../../../lib/hours.ts';
import { dayLabel } from '../../../lib/today.ts';
import type { MenuItem } from '../../../ui/menu.tsx';
import { rowLabel } from '../row-label.ts';
import type { ShownEntry } from '../sheet.ts';
import type { ShownWeek } from '../use-shown-week.ts';
import type { WeekPageActions } from '../use-week-page-actions.ts';
import { clockAt, lineClockAt } from './clock.ts';
import { DayStrip } from './day-strip.tsx';
import styles from './day-view.module.css';
import { DuplicateDialog, SplitDialog } from './entry-dialogs.tsx';
import { EntryForm } from './entry-form.tsx';
import { EntryItem } from './entry-item.tsx';
import { text } from './messages.ts';
import { MissingDay } from './missing-day.tsx';
import { QuickAdd, type QuickAddHandle } from './quick-add.tsx';
import { type Day, useDay } from './use-day.ts';
import { useReorder } from './use-reorder.ts';
import { useTagNames } from './use-tag-names.ts';

export type DayViewProps = { shown: ShownWeek; acts: WeekPageActions };

/** The day as a list of what was done: what phones begin with, and any width with `view=day`. */
export function DayView({ shown, acts }: DayViewProps) {
  const day = useDay(shown, acts);
  const quickAdd = useRef<QuickAddHandle>(null);
  const { total, expectedMinutes } = day;
  const name = dayLabel(day.date, shown.day);
  return (
    <div className={styles.root}>
      <DayStrip
        days={shown.week.sheet.days}
        day={shown.day}
        onDay={(next) => acts.go.day(shown.weekEndDate, next)}
      />
      <MissingDay shownDate={day.date} teamMemberID={shown.week.key.teamMemberID} acts={acts} />
      <header className={styles.head}>
        <h2>{name}</h2>
        <p className="number">
          <b>{text.total(formatHours(total.minutes), formatHours(expectedMinutes))}</b>
          {total.minutes < expectedMinutes ? (
            <span> · {text.left(formatHours(expectedMinutes - total.minutes))}</span>
          ) : null}
        </p>
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${share(total.minutes, expectedMinutes)}%` }} />
        </span>
      </header>
      {total.exceeded ? <p className={styles.over}>{text.over24(formatHours(total.overMinutes))}</p> : null}
      {day.isLocked ? null : <QuickAdd day={day} ref={quickAdd} />}
      {day.entries.length === 0 ? (
        <p className={styles.empty}>{text.empty}</p>
      ) : (
        <EntryList
          key={`list ${day.date}`}
          shown={shown}
          day={day}
          name={name}
          onGap={(line) => quickAdd.current?.begin(line)}
        />
      )}
    </div>
  );
}

function share(minutes: number, expected: number): number {
  return expected === 0 ? (minutes > 0 ? 100 : 0) : Math.min(100, (minutes / expected) * 100);
}

type EntryListProps = { shown: ShownWeek; day: Day; name: string; onGap: (line: string) => void };
type Open = { kind: 'edit' | 'split' | 'duplicate'; id: string } | null;

function EntryList({ shown, day, name, onGap }: EntryListProps) {
  const [open, setOpen] = useState<Open>(null);
  const [said, setSaid] = useState('');
  const { rows, days } = shown.week.sheet;
  const tagNames = useTagNames();
  const close = () => setOpen(null);
  const list = useRef<HTMLOListElement>(null);
  const closeForm = (id: string) => {
    flushSync(close);
    list.current?.querySelector<HTMLElement>(`[data-entry="${id}"] [data-open]`)?.focus();
  };
  const move = (from: number, to: number) => {
    const entry = day.entries[from];
    if (entry && day.move(from, to)) setSaid(text.moved(rowLabel(entry), to + 1, day.entries.length));
  };
  const { drag, handle } = useReorder(move);
  const opened = day.entries.find(({ timesheetID }) => timesheetID === open?.id);
  const colorOf = ({ projectID }: ShownEntry) =>
    rows.find((row) => row.projectID === projectID)?.color ?? null;
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={text.list(name)} data-places>
        {day.entries.map((entry, place) => (
          <Fragment key={entry.timesheetID}>
            <Gap day={day} entry={entry} onGap={onGap} />
            <li
              data-place={place}
              data-entry={entry.timesheetID}
              data-over={drag?.over === place || undefined}
            >
              {open?.kind === 'edit' && opened === entry ? (
                <EntryForm entry={entry} day={day} onClose={() => closeForm(entry.timesheetID)} />
              ) : (
                <EntryItem
                  entry={entry}
                  color={colorOf(entry)}
                  mark={day.marks.get(entry.timesheetID)}
                  timeZone={day.timeZone}
                  isLocked={day.isLocked}
                  tagNames={entry.tags.flatMap((id) => tagNames.get(id) ?? [])}
                  handle={handle(place)}
                  actions={actionsOf({ day, entry, place, move, setOpen })}
                  onEdit={() => setOpen({ kind: 'edit', id: entry.timesheetID })}
                />
              )}
            </li>
          </Fragment>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {opened && open?.kind === 'split' ? (
        <SplitDialog
          entry={opened}
          decimalReading={day.decimalReading}
          onSplit={(minutes) => day.split(opened, minutes)}
          onClose={close}
        />
      ) : null}
      {opened && open?.kind === 'duplicate' ? (
        <DuplicateDialog
          entry={opened}
          days={days.map(({ date }, index) => ({ date, isLocked: shown.locked[index] != null }))}
          onDuplicate={(dates) => day.duplicate(opened, dates)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

type ActionsOf = {
  day: Day;
  entry: ShownEntry;
  place: number;
  move: (from: number, to: number) => void;
  setOpen: (open: Open) => void;
};

function actionsOf({ day, entry, place, move, setOpen }: ActionsOf): MenuItem[] {
  const merge = day.mergeOf(entry);
  const id = entry.timesheetID;
  return [
    { label: text.edit, icon: 'edit', onSelect: () => setOpen({ kind: 'edit', id }) },
    {
      label: text.split,
      isDisabled: entry.minutes < 2,
      onSelect: () => setOpen({ kind: 'split', id }),
    },
    { label: text.merge, isDisabled: merge === null, onSelect: () => merge?.() },
    { label: text.duplicate, icon: 'copy', onSelect: () => setOpen({ kind: 'duplicate', id }) },
    { label: text.moveUp, isDisabled: place === 0, onSelect: () => move(place, place - 1) },
    {
      label: text.moveDown,
      isDisabled: place === day.entries.length - 1,
      onSelect: () => move(place, place + 1),
    },
    { label: text.remove, icon: 'trash', isDanger: true, onSelect: () => day.remove(entry) },
  ];
}

/** Time between two entries that nobody recorded; a press begins a line with it. */
function Gap({ day, entry, onGap }: { day: Day; entry: ShownEntry; onGap: (line: string) => void }) {
  const minutes = day.marks.get(entry.timesheetID)?.gapMinutes ?? 0;
  if (minutes === 0 || entry.startedAt === null) return null;
  const before = new Date(Date.parse(entry.startedAt) - minutes * 60_000).toISOString();
  const [from, to] = [clockAt(before, day.timeZone), clockAt(entry.startedAt, day.timeZone)];
  const line = `${lineClockAt(before, day.timeZone)}-${lineClockAt(entry.startedAt, day.timeZone)} `;
  return (
    <li className={styles.gap}>
      {day.isLocked ? (
        <span>{text.gap(formatHours(minutes), from, to)}</span>
      ) : (
        <button type="button" title={text.fillGap(from, to)} onClick={() => onGap(line)}>
          {text.gap(formatHours(minutes), from, to)}
        </button>
      )}
    </li>
  );
}
