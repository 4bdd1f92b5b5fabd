import { addDays, daysBetween } from '@stint/domain/time/plain-date.ts';
import { weekEndOf, weekStartOf } from '@stint/domain/time/week.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Combination, pickerQuery } from '../../entities/project.ts';
import { memberQuery } from '../../entities/team-member.ts';
import { startTimer } from '../../entities/timer.ts';
import { missingDaysQuery, weekQuery } from '../../entities/week.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { formatHours } from '../../lib/hours.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { newId } from '../../lib/new-id.ts';
import { dayLabel, today, weekLabel } from '../../lib/today.ts';
import { lists } from '../../messages/lists.ts';
import { Badge, weekStateTones } from '../../ui/badge.tsx';
import { BillableBar } from '../../ui/billable-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { ReportLink } from '../../ui/report-link.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './dashboard.module.css';
import { text } from './messages.ts';

const MISSING_DAYS_BACK = 28;
const MOST_ROWS = 6;

/** Today and this week against what is expected. */
export function WeekCard() {
  const { session, start } = useApp();
  const { teamMemberID } = start.me;
  const day = today();
  const week = useQuery(weekQuery(session.call, { teamMemberID, weekEndDate: weekEndOf(day) }));
  const { title } = text.hours;
  const only = { field: 'person', id: teamMemberID } as const;
  return (
    <QueryCard
      title={title}
      query={week}
      more={<ReportLink place={{ range: { kind: 'thisWeek' }, by: ['project'], only }} of={title} />}
    >
      {({ entries, expectedMinutes }) => {
        const minutes = sum(entries.map((entry) => entry.minutes));
        const billable = sum(entries.filter(({ isBillable }) => isBillable).map((entry) => entry.minutes));
        const ofToday = sum(entries.filter(({ workDate }) => workDate === day).map((entry) => entry.minutes));
        const expectedToday = expectedMinutes[daysBetween(weekStartOf(day), day)] ?? 0;
        return (
          <>
            <Link to="/time" search={{}} className={styles.figure}>
              {formatHours(minutes)}
              <span className="visually-hidden"> {text.openWeek}</span>
            </Link>
            <BillableBar
              billable={billable}
              nonBillable={minutes - billable}
              maximum={sum(expectedMinutes)}
            />
            <p className={styles.quiet}>
              {expectedToday > 0
                ? text.hours.today(formatHours(ofToday), formatHours(expectedToday))
                : text.hours.todayFree(formatHours(ofToday))}
            </p>
          </>
        );
      }}
    </QueryCard>
  );
}

/** Working days of the last weeks that have no time. */
export function MissingCard() {
  const { session, start } = useApp();
  const range = { from: addDays(today(), -MISSING_DAYS_BACK), to: addDays(today(), -1) };
  const days = useQuery(missingDaysQuery(session.call, start.me.teamMemberID, range));
  return (
    <QueryCard
      title={text.missing.title}
      query={days}
      isEmpty={(dates) => dates.length === 0}
      empty={text.missing.none}
    >
      {(dates) => (
        <ul className={styles.rows}>
          {dates
            .slice(-MOST_ROWS)
            .reverse()
            .map((date) => (
              <li key={date}>
                <span className={styles.grow}>{dayLabel(date, daysBetween(weekStartOf(date), date))}</span>
                <Link to="/time" search={{ week: weekEndOf(date), day: date, view: 'day' }}>
                  {text.missing.record}
                  <span className="visually-hidden"> {date}</span>
                </Link>
              </li>
            ))}
        </ul>
      )}
    </QueryCard>
  );
}

/** In which state the last weeks are. */
export function WeeksCard() {
  const { session, start } = useApp();
  const me = useQuery(memberQuery(session.call, start.me.teamMemberID));
  return (
    <QueryCard
      title={text.weeks.title}
      query={me}
      isEmpty={({ timeSheetList }) => timeSheetList.length === 0}
      empty={text.weeks.none}
    >
      {({ timeSheetList }) => (
        <ul className={styles.rows}>
          {timeSheetList.slice(0, MOST_ROWS).map(({ weekEndDate, status, totalMinutes }) => (
            <li key={weekEndDate}>
              <Link to="/time" search={{ week: weekEndDate }} className={styles.grow}>
                {weekLabel(weekEndDate)}
              </Link>
              {start.settings.approvalsEnabled ? (
                <Badge tone={weekStateTones[status]}>{lists.weekStates[status]}</Badge>
              ) : null}
              <span className={styles.number}>{formatHours(totalMinutes)}</span>
            </li>
          ))}
        </ul>
      )}
    </QueryCard>
  );
}

/** What was worked on last, to go on with. */
export function RecentCard() {
  const { session } = useApp();
  const rows = useQuery(pickerQuery(session.call));
  return (
    <QueryCard
      title={text.recent.title}
      query={{ ...rows, data: rows.data?.filter(isKnown) }}
      isEmpty={(known) => known.length === 0}
      empty={text.recent.none}
    >
      {(known) => (
        <ul className={styles.rows}>
          {known.slice(0, MOST_ROWS).map((row) => (
            <RecentRow key={row.projectID + String(row.activityID)} row={row} />
          ))}
        </ul>
      )}
    </QueryCard>
  );
}

function RecentRow({ row }: { row: Combination }) {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const name = row.activityName ? `${row.projectName} · ${row.activityName}` : row.projectName;
  const start = async () => {
    try {
      const { projectID, activityID } = row;
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      await startTimer(session.call, { projectID, activityID, timeZone }, newId());
      await invalidate(queryClient, 'timer', 'week');
      toast({ text: text.recent.started(name) });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
  };
  return (
    <li>
      <ColorDot color={row.color} />
      <Link
        to="/projects/$id"
        params={{ id: row.projectID }}
        search={{}}
        className={styles.grow}
        title={row.clientName ? `${row.clientName} › ${name}` : name}
      >
        {name}
      </Link>
      <Button
        variant="quiet"
        icon="time"
        aria-label={text.recent.start(name)}
        title={text.recent.start(name)}
        onClick={() => void start()}
      />
    </li>
  );
}

function isKnown({ lastUsedDate, isFavourite }: Combination): boolean {
  return lastUsedDate !== null || isFavourite;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
