import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { projectsByIdQuery } from '../../entities/project.ts';
import type { WeekSheet } from '../../entities/week.ts';
import { weekQuery } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { today } from '../../lib/today.ts';
import { buildSheet, keepRows, type RowHead, rowKey, type Sheet } from './sheet.ts';
import { useQueueSnapshot, useTimeStore } from './time-store.ts';
import { usePinnedRows } from './use-pinned-rows.ts';

/** The Sunday that the address names, or that of this week. */
export function shownWeekEnd(wished: string | undefined): string {
  return weekEndOf(wished && isPlainDate(wished) ? wished : today());
}

/** Lines of a week that was sent back; they stay marked until it is handed in again. */
function flagsOf(week: WeekSheet['week'] | undefined): ReadonlyMap<string, string> {
  if (week?.status !== 'disapproved') return new Map();
  return new Map(week.lines.map(({ timesheetID, note }) => [timesheetID, note ?? '']));
}

/** A week as it is shown: the server's entries, the person's own edits on top, and rows that have no hours yet. */
export function useWeek(weekEndDate: string, person: string | undefined) {
  const { session, start } = useApp();
  const { queue, rows } = useTimeStore();
  const snapshot = useQueueSnapshot();
  const [rowsVersion, rowsChanged] = useReducer((count: number) => count + 1, 0);
  const key = useMemo(
    () => ({ teamMemberID: person ?? start.me.teamMemberID, weekEndDate }),
    [person, start.me.teamMemberID, weekEndDate],
  );
  // Of everybody apart: rows of another person's week are not mine.
  const place = person === undefined ? weekEndDate : `${person}.${weekEndDate}`;
  const pinned = usePinnedRows(person === undefined && weekEndDate >= weekEndOf(today()));
  const week = useQuery(weekQuery(session.call, key));
  const used = [...(week.data?.entries ?? []), ...queue.edits(key)].map(({ projectID }) => projectID);
  const projects = useQuery(projectsByIdQuery(session.call, used));

  const before = useRef<Sheet>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the snapshot and the count say when what is kept has changed
  const sheet = useMemo(() => {
    const heads = [...pinned, ...rows.read(place)];
    const known = new Map([...heads, ...(projects.data ?? [])].map((each) => [each.projectID, each]));
    const built = buildSheet({
      weekEndDate,
      entries: week.data?.entries ?? [],
      edits: queue.edits(key),
      heads,
      pinned,
      flags: flagsOf(week.data?.week),
      projectOf: (projectID) => known.get(projectID),
    });
    before.current = keepRows(before.current, built);
    return before.current;
  }, [weekEndDate, week.data, projects.data, key, queue, rows, place, pinned, snapshot, rowsVersion]);

  // Once per visit: rows that have hours by then need not be kept any more. Later a row whose last hours go keeps its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries of the first answer, not of every save
  useEffect(() => {
    const used = new Set(week.data?.entries.map(rowKey));
    for (const head of rows.read(place)) if (used.has(rowKey(head))) rows.remove(place, rowKey(head));
  }, [week.isSuccess, rows, place]);

  return {
    key,
    week,
    sheet,
    state: queue.state(key),
    addRow(head: RowHead) {
      rows.add(place, head);
      rowsChanged();
    },
    dropRow(name: string) {
      rows.remove(place, name);
      rowsChanged();
    },
  };
}
