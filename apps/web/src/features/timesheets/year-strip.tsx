import { plainDate } from '@stint/domain/time/plain-date.ts';
import { addWeeks, weekEndOf } from '@stint/domain/time/week.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { type WeekSheet, type YearWeek, yearQuery } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { monthName, today, weekLabel } from '../../lib/today.ts';
import { text } from './dialogs/messages.ts';
import styles from './year-strip.module.css';

export type YearStripProps = {
  teamMemberID: string;
  /** The week on screen, by its Sunday. */
  shown: string;
  /** The same once it is there, newer than what was read for the year. */
  week: WeekSheet['week'] | undefined;
  onWeek: (weekEndDate: string) => void;
};

/** The status of every week of a year, each a way to its week; not drawn again at each cell that is left. */
export const YearStrip = memo(function YearStrip({ teamMemberID, shown, week, onWeek }: YearStripProps) {
  const { session } = useApp();
  const year = shown.slice(0, 4);
  const read = useQuery(yearQuery(session.call, teamMemberID, year));
  const list = useRef<HTMLOListElement>(null);
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  useEffect(() => {
    const cell = list.current?.querySelector(`[data-week="${shown}"]`)?.parentElement;
    if (cell && list.current) list.current.scrollLeft = cell.offsetLeft - list.current.clientWidth / 2;
  }, [shown]);
  const known = new Map((read.data ?? []).map((each) => [each.weekEndDate, each]));
  if (week) known.set(shown, week);
  return (
    <nav className={styles.strip} aria-label={text.year.title(year)} aria-busy={read.isPending}>
      <div className={styles.head}>
        <h2>{year}</h2>
        {/* Seen what the button under the pointer or the focus is called; read aloud it is by the button itself. */}
        <p className={styles.told} aria-hidden="true">
          {pointedAt ?? ''}
        </p>
        <ul className={styles.legend}>
          {legend.map((state) => (
            <li key={state}>
              <span className={styles.week} data-state={state} aria-hidden="true">
                {marks[state]}
              </span>
              {text.year.states[state]}
            </li>
          ))}
        </ul>
      </div>
      <ol ref={list} onKeyDown={moveBetweenWeeks}>
        {weeksOf(year).map((weekEndDate) => (
          <li key={weekEndDate} data-month={isFirstOfMonth(weekEndDate) ? monthName(weekEndDate) : undefined}>
            <WeekButton
              weekEndDate={weekEndDate}
              known={known.get(weekEndDate)}
              isRead={!read.isPending || weekEndDate === week?.weekEndDate}
              isShown={weekEndDate === shown}
              onWeek={onWeek}
              onPoint={setPointedAt}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
});

type WeekButtonProps = {
  weekEndDate: string;
  known: Pick<YearWeek, 'status' | 'totalMinutes'> | undefined;
  /** False while nobody knows yet what is in the week: then nothing is said of it. */
  isRead: boolean;
  isShown: boolean;
  onWeek: (weekEndDate: string) => void;
  /** Hears what the button is called while pointer or focus are on it. */
  onPoint: (words: string | null) => void;
};

function WeekButton({ weekEndDate, known, isRead, isShown, onWeek, onPoint }: WeekButtonProps) {
  const minutes = known?.totalMinutes ?? 0;
  const state = stateOf(known);
  const words = minutes > 0 ? `${text.year.states[state]}, ${formatHours(minutes)}` : text.year.states[state];
  const label = isRead ? `${weekLabel(weekEndDate)}: ${words}` : weekLabel(weekEndDate);
  return (
    <button
      type="button"
      className={styles.week}
      data-week={weekEndDate}
      data-state={state}
      data-now={weekEndDate === weekEndOf(today()) || undefined}
      aria-current={isShown ? 'date' : undefined}
      aria-label={label}
      onPointerEnter={() => onPoint(label)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(label)}
      onBlur={() => onPoint(null)}
      tabIndex={isShown ? 0 : -1}
      onClick={() => onWeek(weekEndDate)}
    >
      <span aria-hidden="true">{marks[state]}</span>
    </button>
  );
}

type State = keyof typeof text.year.states;

const legend: readonly State[] = ['open', 'pending', 'approved', 'disapproved'];

/** States differ by mark, not by colour alone. */
const marks: Record<State, string> = { none: '', open: '–', pending: '…', approved: '✓', disapproved: '!' };

function stateOf(known: Pick<YearWeek, 'status' | 'totalMinutes'> | undefined): State {
  if (!known) return 'none';
  return known.status === 'open' && known.totalMinutes === 0 ? 'none' : known.status;
}

/** Sundays of a year, which are the weeks that end in it. */
function weeksOf(year: string): string[] {
  const first = weekEndOf(plainDate(Number(year), 1, 1));
  const weeks = Array.from({ length: 53 }, (_, index) => addWeeks(first, index));
  return weeks.filter((weekEndDate) => weekEndDate.startsWith(year));
}

function isFirstOfMonth(weekEndDate: string): boolean {
  return Number(weekEndDate.slice(8)) <= 7;
}

/** One stop for Tab, the arrows go from week to week. */
function moveBetweenWeeks(event: KeyboardEvent<HTMLOListElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
