import { addDays, addMonths } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reportEntriesQuery } from '../../entities/report.ts';
import { teamQuery } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import type { ReportPlace } from '../../lib/report-address.ts';
import { today } from '../../lib/today.ts';
import table from '../../ui/data-table.module.css';
import { FullDate } from '../../ui/full-date.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { ReportLink } from '../../ui/report-link.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';

/** The latest entries of a project, client or person; the report has all of them. */
export function ThingEntries({ only }: { only: NonNullable<ReportPlace['only']> }) {
  const { session, start } = useApp();
  // Time may be recorded ahead.
  const range = { from: addDays(addMonths(today(), -12), 1), to: addMonths(today(), 1) };
  const filters = [{ field: only.field, is: 'is' as const, values: [only.id] }];
  const entries = useQuery(reportEntriesQuery(session.call, { ...range, filters }, 1));
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false)).data ?? [];
  const names = new Map(team.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
  const words = text.entries;
  return (
    <QueryCard
      title={words.latest}
      query={entries}
      more={
        <ReportLink
          place={{ range: { kind: 'custom', ...range }, by: [], only, entries: true }}
          of={words.latest}
        />
      }
      isEmpty={(list) => list.length === 0}
      empty={words.none}
    >
      {(list) => (
        <div className={styles.scroll}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{words.date}</th>
                <th scope="col">{only.field === 'person' ? words.project : words.person}</th>
                <th scope="col" className={table.minor}>
                  {words.activity}
                </th>
                <th scope="col" className={table.minor}>
                  {words.comment}
                </th>
                <th scope="col" className={table.number}>
                  {words.hours}
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((entry) => (
                <tr key={entry.timesheetID}>
                  <td className={table.date}>
                    <Link to="/time" search={{ person: entry.teamMemberID, week: weekEndOf(entry.workDate) }}>
                      <FullDate of={entry.workDate} />
                    </Link>
                  </td>
                  <td>
                    {only.field === 'person' ? entry.projectName : (names.get(entry.teamMemberID) ?? '–')}
                  </td>
                  <td className={table.minor}>{entry.activityName ?? '–'}</td>
                  <td className={table.minor} title={entry.comment ?? undefined}>
                    {entry.comment || '–'}
                  </td>
                  <td className={table.number}>{formatHours(entry.minutes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </QueryCard>
  );
}
