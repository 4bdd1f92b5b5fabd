import { formatHours } from '@stint/domain/time/hours.ts';
import { plainDate } from '@stint/domain/time/plain-date.ts';
import { addWeeks, weekEndDate, weekLabel } from '@stint/domain/time/week.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type WeekSheet, type YearWeek, yearQuery } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { monthName, today } from '../../lib/today.ts';
import { text } from './messages.ts';
import styles from './year-strip.module.css';

/** The week on screen is newer than what was read for the year. */
export type YearStripProps = { week: WeekSheet['week']; onWeek: (weekEnd: string) => void };

/** The status of every week of a year, each a way to its week. */
export function YearStrip({ week, onWeek }: YearStripProps) {
  const { session } = useApp();
  const shown = week.weekEndDate;
  const year = shown.slice(0, 4);
  const read = useQuery(yearQuery(session.call, week.teamMemberID, year));
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const cell = list.current?.querySelector(`[data-week="${shown}"]`)?.parentElement;
    if (cell && list.current) list.current.scrollLeft = cell.offsetLeft - list.current.clientWidth / 2;
  }, [shown]);
  const known = new Map((read.data ?? []).map((each) => [each.weekEndDate, each]));
  known.set(shown, week);
  return (
    <nav className={styles.strip} aria-label={text.year.title(year)}>
      <h2>{year}</h2>
      <ol ref={list} onKeyDown={moveBetweenWeeks}>
        {weeksOf(year).map((weekEnd) => (
          <li key={weekEnd} data-month={isFirstOfMonth(weekEnd) ? monthName(weekEnd) : undefined}>
            <WeekButton
              weekEnd={weekEnd}
              known={known.get(weekEnd)}
              isShown={weekEnd === shown}
              onWeek={onWeek}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

type WeekButtonProps = {
  weekEnd: string;
  known: Pick<YearWeek, 'status' | 'totalMinutes'> | undefined;
  isShown: boolean;
  onWeek: (weekEnd: string) => void;
};

function WeekButton({ weekEnd, known, isShown, onWeek }: WeekButtonProps) {
  const minutes = known?.totalMinutes ?? 0;
  const state = stateOf(known);
  const words = minutes > 0 ? `${text.year.states[state]}, ${formatHours(minutes)}` : text.year.states[state];
  const label = `${weekLabel(weekEnd)}: ${words}`;
  return (
    <button
      type="button"
      className={styles.week}
      data-week={weekEnd}
      data-state={state}
      data-now={weekEnd === weekEndDate(today()) || undefined}
      aria-current={isShown ? 'date' : undefined}
      aria-label={label}
      title={label}
      tabIndex={isShown ? 0 : -1}
      onClick={() => onWeek(weekEnd)}
    >
      <span aria-hidden="true">{marks[state]}</span>
    </button>
  );
}

type State = keyof typeof text.year.states;

/** States differ by mark, not by colour alone. */
const marks: Record<State, string> = { none: '', open: '–', pending: '…', approved: '✓', disapproved: '!' };

function stateOf(known: Pick<YearWeek, 'status' | 'totalMinutes'> | undefined): State {
  if (!known) return 'none';
  return known.status === 'open' && known.totalMinutes === 0 ? 'none' : known.status;
}

/** Sundays of a year, which are the weeks that end in it. */
function weeksOf(year: string): string[] {
  const first = weekEndDate(plainDate(Number(year), 1, 1));
  const weeks = Array.from({ length: 53 }, (_, index) => addWeeks(first, index));
  return weeks.filter((weekEnd) => weekEnd.startsWith(year));
}

function isFirstOfMonth(weekEnd: string): boolean {
  return Number(weekEnd.slice(8)) <= 7;
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
