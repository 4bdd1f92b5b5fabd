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
import { lists } from '../../messages/lists.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, weekStateTones } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { FullDate } from '../../ui/full-date.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { ReportLink } from '../../ui/report-link.tsx';
import { ShareList } from '../../ui/share-list.tsx';
import styles from './details.module.css';
import { HistoryPanel } from './history-panel.tsx';
import { text } from './messages.ts';
import { RatesPanel } from './rates-panel.tsx';
import { ThingEntries } from './thing-entries.tsx';
import { type Editable, LoadedThing, ThingFrame } from './thing-frame.tsx';
import { useThing } from './use-thing.ts';
import { YearOfMonths } from './year-of-months.tsx';

/** `/team/:id` */
export function PersonPage({ edit }: Editable<TeamMember>) {
  const { id } = useThing();
  const query = useQuery(memberQuery(useApp().session.call, id));
  return <LoadedThing query={query}>{(person) => <Page person={person} edit={edit} />}</LoadedThing>;
}

function Page({ person, edit }: { person: TeamMember; edit: Editable<TeamMember>['edit'] }) {
  const { start } = useApp();
  const seesHistory = useCan('audit.see');
  const seesRates = useCan('rate.seeBill');
  const thing = { teamMemberID: person.id, approverID: person.approverID };
  // An editor sees the time of projects that they manage: the report shows what there is of it.
  const seesTime = can(actorOf(start), 'report.see', thing) || start.me.role === 'editor';
  const managesPeople = useCan('member.manage');
  const mayEdit = managesPeople || person.id === start.me.teamMemberID;
  const only = { field: 'person', id: person.id } as const;
  const name = `${person.firstName} ${person.lastName}`.trim();
  return (
    <ThingFrame
      path="/team/$id"
      title={name}
      edit={edit && mayEdit && person.status !== 'archived' ? (onClose) => edit(person, onClose) : null}
      facts={
        <>
          <Avatar id={person.userID ?? person.id} name={name} size={24} />
          <span>{lists.roles[person.role]}</span>
          <Badge tone={person.status === 'active' ? 'success' : 'neutral'}>
            {lists.memberStates[person.status]}
          </Badge>
        </>
      }
      parts={{
        overview: () => (
          <div className={styles.cards}>
            <Profile person={person} />
            <Weeks person={person} isReadable={seesTime} />
            {seesTime ? (
              <>
                <div className={styles.wide}>
                  <YearOfMonths only={only} />
                </div>
                <div className={styles.wide}>
                  <Projects id={person.id} />
                </div>
              </>
            ) : null}
          </div>
        ),
        entries: seesTime && (() => <ThingEntries only={only} />),
        rates: seesRates && (() => <RatesPanel of={{ teamMemberID: person.id }} people={[person]} />),
        history: seesHistory && (() => <HistoryPanel entity="teamMember" entityID={person.id} />),
      }}
    />
  );
}

function Profile({ person }: { person: TeamMember }) {
  const { session, start } = useApp();
  const words = text.person;
  const { approverID, approverName, email, timeZone, schedule, weeklyMinutes, lastEntryAt } = person;
  const seesApprover =
    approverID !== null && can(actorOf(start), 'member.see', { teamMemberID: approverID, approverID: null });
  const approver = useQuery({ ...memberQuery(session.call, approverID ?? ''), enabled: seesApprover }).data;
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
            (approverName ?? '–')
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
