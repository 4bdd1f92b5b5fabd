import { addWeeks } from '@stint/domain/time/week.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Locks, type WeekKey, weekQuery } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import type { Call } from '../../lib/session.ts';
import { today, weekLabel } from '../../lib/today.ts';
import { NARROW, useMedia, WIDE } from '../../lib/use-media.ts';
import { timeViewOf } from './time-view.ts';
import { usePerson } from './use-person.ts';
import { shownWeekEnd, useWeek } from './use-week.ts';

export type ShownWeek = ReturnType<typeof useShownWeek>;

const NEIGHBOURS_AFTER_MILLISECONDS = 1_500;
const noLocks: Locks = Array.from({ length: 7 }, () => null);
const readOnly: Locks = Array.from({ length: 7 }, () => 'readOnly');

type WeekSearch = { person?: string; week?: string; day?: string; view?: string };

/** What the week page shows: the week and the day that the address names, what of it is locked, and how much is expected. */
export function useShownWeek() {
  const search = useSearch({ strict: false }) as WeekSearch;
  const isNarrow = useMedia(NARROW);
  const isWide = useMedia(WIDE);
  const view = timeViewOf(search.view, isNarrow);
  const weekEndDate = shownWeekEnd(search.week);
  const { session, start } = useApp();
  const person = usePerson(search.person);
  const week = useWeek(weekEndDate, person?.teamMemberID);
  useNeighbours(session.call, week.key);
  useEffect(() => {
    document.title = `${weekLabel(weekEndDate)} · ${start.name}`;
  }, [weekEndDate, start.name]);
  const { data } = week.week;
  const locked: Locks = person && !person.mayEdit ? readOnly : (data?.locked ?? noLocks);
  return {
    weekEndDate,
    /** Whose week it is; null for the own one. */
    person,
    view,
    /** There is room beside the sheet for the details of a cell. */
    hasInspector: isWide && view === 'week',
    /** Rows are searched for in the last line of the sheet; where the sheet scrolls sideways a dialog does it. */
    picksInSheet: view === 'week' && !isNarrow,
    day: dayOf(weekEndDate, search.day),
    week,
    locked,
    lockReason: locked.find((lock) => lock !== null) ?? null,
    canWrite: locked.some((lock) => lock === null),
    /** Minutes that each day is expected to have. */
    expected: data?.expectedMinutes ?? [],
  };
}

/** The day of the narrow view: that of the address, today within this week, else Monday. */
function dayOf(weekEndDate: string, wished: string | undefined): number {
  const index = Number(wished ?? Number.NaN);
  if (Number.isInteger(index) && index >= 0 && index < 7) return index;
  return shownWeekEnd(undefined) === weekEndDate ? (new Date(`${today()}T00:00:00`).getDay() + 6) % 7 : 0;
}

/** The neighbours are fetched when nothing else is to do, so that going there is at once. */
function useNeighbours(call: Call, key: WeekKey): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const weeks of [-1, 1]) {
        const week = { ...key, weekEndDate: addWeeks(key.weekEndDate, weeks) };
        void queryClient.prefetchQuery(weekQuery(call, week));
      }
    }, NEIGHBOURS_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [call, key, queryClient]);
}
