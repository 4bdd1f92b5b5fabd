import { calendarAxis } from '@stint/domain/time/calendar-axis.ts';
import { weekDays } from '@stint/domain/time/week.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { eventFeedsQuery, feedEventsQuery } from '../../entities/event-feed.ts';
import { projectsByIdQuery } from '../../entities/project.ts';
import { memberQuery } from '../../entities/team-member.ts';
import { type EntryDraft, type WeekKey, weekQuery } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { mergeEdits, placeEntries } from './calendar-entry.ts';

export type Calendar = ReturnType<typeof useCalendar>;

const noLocks = [null, null, null, null, null, null, null];

/** The week on the clock of the person whose it is: entries with times, those without, and events of other calendars. */
export function useCalendar(week: WeekKey, edits: readonly EntryDraft[]) {
  const { session, start } = useApp();
  const timeZone = useZoneOf(week.teamMemberID);
  const isOwn = week.teamMemberID === start.me.teamMemberID;
  const sheet = useQuery(weekQuery(session.call, week));
  const axis = useMemo(
    () => calendarAxis(weekDays(week.weekEndDate), timeZone),
    [week.weekEndDate, timeZone],
  );
  const entries = useMemo(
    () => mergeEdits(sheet.data?.entries ?? [], edits, timeZone),
    [sheet.data, edits, timeZone],
  );
  const used = entries.map(({ projectID }) => projectID);
  const projects = useQuery(projectsByIdQuery(session.call, used));
  const placed = useMemo(() => placeEntries(entries, axis), [entries, axis]);
  const colors = useMemo(
    () => new Map((projects.data ?? []).map(({ projectID, color }) => [projectID, color])),
    [projects.data],
  );
  const events = useEvents(axis.days[0]?.date ?? week.weekEndDate, week.weekEndDate, isOwn);
  const taken = new Set(entries.flatMap(({ externalRef }) => externalRef ?? []));
  return {
    week,
    sheet,
    axis,
    timeZone,
    isOwn,
    entries,
    ...placed,
    colorOf: (projectID: string) => colors.get(projectID) ?? null,
    locked: sheet.data?.locked ?? noLocks,
    expected: sheet.data?.expectedMinutes ?? [],
    ghosts: events.filter(({ eventKey }) => !taken.has(`ics:${eventKey}`)),
  };
}

/** The clock of the person whose week it is; the workspace's where that says nothing. */
function useZoneOf(teamMemberID: string): string {
  const { session, start } = useApp();
  const { me, settings } = start;
  const isOwn = teamMemberID === me.teamMemberID;
  const member = useQuery({ ...memberQuery(session.call, teamMemberID), enabled: !isOwn });
  return (isOwn ? me.timeZone : member.data?.timeZone) ?? settings.timeZone;
}

/** Events of the person's other calendars in these days; asked for where there is such a calendar. */
function useEvents(from: string, to: string, isOwn: boolean) {
  const { call } = useApp().session;
  const feeds = useQuery({ ...eventFeedsQuery(call), enabled: isOwn });
  const reads = (feeds.data ?? []).map(({ fetchedAt }) => fetchedAt ?? '').join();
  const events = useQuery({
    ...feedEventsQuery(call, { from, to }, reads),
    enabled: isOwn && (feeds.data?.length ?? 0) > 0,
    placeholderData: (before) => before,
  });
  return (feeds.data?.length ?? 0) > 0 ? (events.data ?? noEvents) : noEvents;
}

const noEvents: never[] = [];
