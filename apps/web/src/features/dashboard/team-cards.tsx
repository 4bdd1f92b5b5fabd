import { percentOf } from '@stint/domain/time/billable-split.ts';
import { burnPercent } from '@stint/domain/time/budget.ts';
import { resolveRange } from '@stint/domain/time/date-range.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { inboxQuery, keyOf, type ListedWeek, type Tab } from '../../entities/approval.ts';
import {
  budgetedQuery,
  NEAR_BUDGET_PERCENT,
  type ProjectSummary,
  projectSummaryQuery,
  usedPercent,
} from '../../entities/project.ts';
import { reportQuery } from '../../entities/report.ts';
import { type TeamMember, teamQuery } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { oneDecimal } from '../../lib/one-decimal.ts';
import { today, weekLabel } from '../../lib/today.ts';
import { ColorDot } from '../../ui/color-field.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { ReportLink } from '../../ui/report-link.tsx';
import { ShareList } from '../../ui/share-list.tsx';
import styles from './dashboard.module.css';
import { text } from './messages.ts';

const MOST_ROWS = 6;
const MOST_ASKED = 20;

export function PendingCard() {
  return <WeeksOf tab="pending" words={text.pending} search={{}} />;
}

export function MissingWeeksCard() {
  return <WeeksOf tab="open" words={text.missingWeeks} search={{ tab: 'open' }} />;
}

type WeeksOfProps = {
  tab: Tab;
  words: typeof text.pending;
  search: { tab?: string };
};

/** The first weeks of a list of the inbox. */
function WeeksOf({ tab, words, search }: WeeksOfProps) {
  const weeks = useQuery(inboxQuery(useApp().session.call, tab));
  return (
    <QueryCard
      title={words.title}
      query={weeks}
      more={
        weeks.data?.length ? (
          <Link to="/approvals" search={search}>
            {words.more(weeks.data.length)}
          </Link>
        ) : null
      }
      isEmpty={(list) => list.length === 0}
      empty={words.none}
    >
      {(list) => (
        <ul className={styles.rows}>
          {list.slice(0, MOST_ROWS).map((week) => (
            <li key={keyOf(week)}>
              <Link to="/approvals" search={{ ...search, week: keyOf(week) }} className={styles.grow}>
                {nameOf(week)}
              </Link>
              <span className={styles.quiet}>{weekLabel(week.weekEndDate)}</span>
              <span className={styles.number}>{formatHours(week.totalMinutes)}</span>
            </li>
          ))}
        </ul>
      )}
    </QueryCard>
  );
}

/** Budgets of which not much is left, the fullest first. */
export function BudgetsCard() {
  const { call } = useApp().session;
  const projects = useQuery(budgetedQuery(call));
  // A list has no amounts: what a budget in money has used is asked for one by one, of those worked on last.
  const inMoney = (projects.data ?? [])
    .map(({ project }) => project)
    .filter(({ budgetKind, budgetAmount }) => budgetKind === 'amount' && budgetAmount)
    .sort((a, b) => (b.lastWorkDate ?? '').localeCompare(a.lastWorkDate ?? ''))
    .slice(0, MOST_ASKED);
  const summaries = useQueries({
    queries: inMoney.map(({ projectID }) => projectSummaryQuery(call, projectID)),
  });
  const amounts = new Map(inMoney.map(({ projectID }, index) => [projectID, summaries[index]?.data]));
  const near = projects.data
    ?.map(({ project, isOver }) => ({
      project,
      isOver,
      percent: usedPercent(project) ?? usedAmountPercent(amounts.get(project.projectID)),
    }))
    .filter(({ isOver, percent }) => isOver || (percent ?? 0) >= NEAR_BUDGET_PERCENT)
    .sort((a, b) => (b.percent ?? NEAR_BUDGET_PERCENT) - (a.percent ?? NEAR_BUDGET_PERCENT));
  return (
    <QueryCard
      title={text.budgets.title}
      query={{ ...projects, data: near }}
      isEmpty={(list) => list.length === 0}
      empty={text.budgets.none}
    >
      {(list) => (
        <>
          <ul className={styles.rows}>
            {list.slice(0, MOST_ROWS).map(({ project, percent }) => (
              <li key={project.projectID}>
                <ColorDot color={project.color} />
                <Link
                  to="/projects/$id"
                  params={{ id: project.projectID }}
                  search={{}}
                  className={styles.grow}
                  title={project.projectName}
                >
                  {project.projectName}
                </Link>
                <span className={styles.number}>
                  {percent === null ? text.budgets.over : text.budgets.used(oneDecimal(percent))}
                </span>
              </li>
            ))}
          </ul>
          {list.length > MOST_ROWS ? (
            <p className={styles.quiet}>{text.budgets.shown(MOST_ROWS, list.length)}</p>
          ) : null}
        </>
      )}
    </QueryCard>
  );
}

function usedAmountPercent(summary: ProjectSummary | undefined): number | null {
  return summary?.budgetUsedAmount == null
    ? null
    : burnPercent(summary.budgetUsedAmount, summary.budgetAmount);
}

/** What everybody recorded this week, against what is expected of them. */
export function TeamHoursCard() {
  const { session, start } = useApp();
  const range = resolveRange({ kind: 'thisWeek' }, today());
  const hours = useQuery(reportQuery(session.call, { ...range, groupBy: ['person'] }));
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false));
  const expectedOf = new Map(
    team.data?.map((person) => [person.id, expectedMinutes(person, start.settings)]),
  );
  const { title } = text.teamHours;
  return (
    <QueryCard
      title={title}
      query={hours}
      more={<ReportLink place={{ range: { kind: 'thisWeek' }, by: ['person', 'project'] }} of={title} />}
      isEmpty={({ lines }) => lines.length === 0}
      empty={text.teamHours.none}
    >
      {({ lines, totals, labels }) => {
        const expected = [...expectedOf.values()].reduce((sum, minutes) => sum + minutes, 0);
        return (
          <>
            {expected > 0 ? (
              <p className={styles.quiet}>
                {text.teamHours.expected(
                  formatHours(totals.minutes),
                  formatHours(expected),
                  oneDecimal(percentOf(totals.minutes, expected)),
                )}
              </p>
            ) : null}
            <ShareList
              label={title}
              shares={[...lines]
                .sort((a, b) => b.minutes - a.minutes)
                .map(({ keys: [id], minutes, billableMinutes }) => ({
                  id: id ?? '',
                  name: (
                    <Link to="/team/$id" params={{ id: id ?? '' }} search={{}}>
                      {labels[0]?.[id ?? ''] ?? '–'}
                    </Link>
                  ),
                  minutes,
                  billableMinutes,
                  ...(expectedOf.has(id ?? '') ? { expectedMinutes: expectedOf.get(id ?? '') ?? 0 } : {}),
                }))}
            />
          </>
        );
      }}
    </QueryCard>
  );
}

/** A person's own schedule, else hours a week, else those of the workspace. Who never signs in is not expected to work. */
function expectedMinutes(
  { schedule, weeklyMinutes, status }: TeamMember,
  settings: { weeklyMinutes: number },
): number {
  if (status !== 'active') return 0;
  if (schedule) return schedule.reduce((sum, minutes) => sum + minutes, 0);
  return weeklyMinutes ?? settings.weeklyMinutes;
}

function nameOf({ firstName, lastName }: ListedWeek): string {
  return `${firstName} ${lastName}`.trim();
}
