import { resolveRange } from '@stint/domain/time/date-range.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reportQuery } from '../../entities/report.ts';
import { memberQuery, type TeamMember } from '../../entities/team-member.ts';
import { actorOf, useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { today, weekdayName, weekLabel } from '../../lib/today.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, weekStateTones } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FullDate } from '../../ui/full-date.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { ShareList } from '../../ui/share-list.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './details.module.css';
import { HistoryPanel } from './history-panel.tsx';
import { text } from './messages.ts';
import { RatesPanel } from './rates-panel.tsx';
import { ReportLink } from './report-link.tsx';
import { ThingEntries } from './thing-entries.tsx';
import { type Tab, ThingFrame, tabOf } from './thing-frame.tsx';
import { useThing } from './use-thing.ts';
import { YearOfMonths } from './year-of-months.tsx';

/** `/team/:id` */
export function PersonPage() {
  const { id } = useThing();
  const person = useQuery(memberQuery(useApp().session.call, id));
  if (person.error && !person.data) return <ErrorState error={person.error} onRetry={person.refetch} />;
  if (!person.data) return <SkeletonRows label={common.loading} />;
  return <Page person={person.data} />;
}

function Page({ person }: { person: TeamMember }) {
  const { start } = useApp();
  const seesHistory = useCan('audit.see');
  const seesRates = useCan('rate.seeBill');
  const thing = { teamMemberID: person.id, approverID: person.approverID };
  // An editor sees the time of projects that they manage: the report shows what there is of it.
  const seesTime = can(actorOf(start), 'report.see', thing) || start.me.role === 'editor';
  const tabs: Tab[] = [
    'overview',
    ...(seesTime ? (['entries'] as const) : []),
    ...(seesRates ? (['rates'] as const) : []),
    ...(seesHistory ? (['history'] as const) : []),
  ];
  const tab = tabOf(tabs, useThing().tab);
  const name = `${person.firstName} ${person.lastName}`.trim();
  return (
    <ThingFrame
      path="/team/$id"
      id={person.id}
      list={{ to: '/team', label: text.all.person }}
      title={name}
      tabs={tabs}
      tab={tab}
      facts={
        <span className={styles.facts}>
          <Avatar id={person.userID ?? person.id} name={name} size={24} />
          <span>{lists.roles[person.role]}</span>
          <Badge tone={person.status === 'active' ? 'success' : 'neutral'}>
            {lists.memberStates[person.status]}
          </Badge>
        </span>
      }
    >
      {tab === 'overview' ? (
        <div className={styles.cards}>
          <Profile person={person} />
          <Weeks person={person} isReadable={seesTime} />
          {seesTime ? (
            <div className={styles.wide}>
              <YearOfMonths only={{ field: 'person', id: person.id }} />
            </div>
          ) : null}
          {seesTime ? (
            <div className={styles.wide}>
              <Projects id={person.id} />
            </div>
          ) : null}
        </div>
      ) : null}
      {tab === 'entries' ? <ThingEntries only={{ field: 'person', id: person.id }} /> : null}
      {tab === 'rates' ? <RatesPanel of={{ teamMemberID: person.id }} people={[person]} /> : null}
      {tab === 'history' ? <HistoryPanel entity="teamMember" entityID={person.id} /> : null}
    </ThingFrame>
  );
}

function Profile({ person }: { person: TeamMember }) {
  const { session, start } = useApp();
  const words = text.person;
  const { approverID, email, timeZone, schedule, weeklyMinutes, lastEntryAt } = person;
  const approver = useQuery({
    ...memberQuery(session.call, approverID ?? ''),
    enabled: approverID !== null,
  }).data;
  const days = schedule ?? (weeklyMinutes === null ? start.settings.schedule : null);
  return (
    <Card title={words.profile}>
      <dl className={styles.pairs}>
        {email ? (
          <>
            <dt>{words.email}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </>
        ) : null}
        <dt>{words.approver}</dt>
        <dd>
          {approver ? (
            <Link to="/team/$id" params={{ id: approver.id }} search={{}}>
              {`${approver.firstName} ${approver.lastName}`.trim()}
            </Link>
          ) : (
            '–'
          )}
        </dd>
        <dt>{words.timeZone}</dt>
        <dd>{timeZone ?? words.asWorkspace}</dd>
        <dt>{words.schedule}</dt>
        <dd>
          {words.weekly(formatHours(weeklyMinutes ?? total(schedule) ?? start.settings.weeklyMinutes))}
          {days ? (
            <span className={styles.quiet}>
              {' '}
              {days
                .flatMap((minutes, index) =>
                  minutes > 0 ? [`${weekdayName(index)} ${formatHours(minutes)}`] : [],
                )
                .join(', ')}
            </span>
          ) : null}
        </dd>
        <dt>{text.lastEntry}</dt>
        <dd>
          <FullDate of={lastEntryAt} />
        </dd>
      </dl>
    </Card>
  );
}

function total(schedule: readonly number[] | null): number | null {
  return schedule ? schedule.reduce((sum, minutes) => sum + minutes, 0) : null;
}

function Weeks({ person, isReadable }: { person: TeamMember; isReadable: boolean }) {
  const { start } = useApp();
  const { timeSheetList: weeks } = person;
  const search = person.id === start.me.teamMemberID ? {} : { person: person.id };
  return (
    <Card title={text.person.weeks}>
      {weeks.length === 0 ? <p className={styles.quiet}>{text.person.noWeeks}</p> : null}
      <ul className={styles.rows}>
        {weeks.slice(0, 8).map(({ weekEndDate, status, totalMinutes }) => (
          <li key={weekEndDate}>
            {isReadable ? (
              <Link to="/time" search={{ ...search, week: weekEndDate }} className={styles.grow}>
                {weekLabel(weekEndDate)}
              </Link>
            ) : (
              <span className={styles.grow}>{weekLabel(weekEndDate)}</span>
            )}
            {start.settings.approvalsEnabled ? (
              <Badge tone={weekStateTones[status]}>{lists.weekStates[status]}</Badge>
            ) : null}
            <span className={styles.number}>{formatHours(totalMinutes)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Projects({ id }: { id: string }) {
  const range = resolveRange({ kind: 'thisYear' }, today());
  const report = useQuery(
    reportQuery(useApp().session.call, { ...range, groupBy: ['project'], filters: [filterOf(id)] }),
  );
  const place = {
    range: { kind: 'thisYear' },
    by: ['project', 'activity'],
    only: { field: 'person', id },
  } as const;
  return (
    <QueryCard
      title={text.byProject}
      query={report}
      more={<ReportLink place={place} of={text.byProject} />}
      isEmpty={({ lines }) => lines.length === 0}
      empty={text.nothing}
    >
      {({ lines, labels }) => (
        <ShareList
          label={text.byProject}
          shares={[...lines]
            .sort((a, b) => b.minutes - a.minutes)
            .map(({ keys: [key], minutes, billableMinutes }) => ({
              id: key ?? '',
              name: key ? (
                <Link to="/projects/$id" params={{ id: key }} search={{}}>
                  {labels[0]?.[key] ?? text.noProject}
                </Link>
              ) : (
                text.noProject
              ),
              minutes,
              billableMinutes,
            }))}
        />
      )}
    </QueryCard>
  );
}

function filterOf(id: string) {
  return { field: 'person' as const, is: 'is' as const, values: [id] };
}
