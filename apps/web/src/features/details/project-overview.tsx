import { percentOf } from '@stint/domain/time/billable-split.ts';
import { burnPercent, isOverBudget } from '@stint/domain/time/budget.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Project, type ProjectSummary, projectSummaryQuery } from '../../entities/project.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneDecimal } from '../../lib/one-decimal.ts';
import { today } from '../../lib/today.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { classNames } from '../../ui/class-names.ts';
import figures from '../../ui/figures.module.css';
import { MonthChart } from '../../ui/month-chart.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { ReportLink } from '../../ui/report-link.tsx';
import { ShareList } from '../../ui/share-list.tsx';
import styles from './details.module.css';
import { text } from './messages.ts';

/** Hours of a project against its budget, by month, person and activity. */
export function ProjectOverview({ project }: { project: Project }) {
  const summary = useQuery(projectSummaryQuery(useApp().session.call, project.projectID));
  const only = { field: 'project', id: project.projectID } as const;
  // From its first month on, so that a report shows what this page does.
  const from = summary.data?.burn[0]?.month ?? today();
  const range = { kind: 'custom', from, to: lastDay(summary.data) } as const;
  const noTime = ({ trackedMinutes }: ProjectSummary) => trackedMinutes === 0;
  const grows = summary.data?.budgetMinutes != null && project.budgetPeriod === 'total';
  return (
    <div className={styles.cards}>
      <QueryCard
        title={text.figures}
        query={summary}
        more={<ReportLink place={{ range, by: ['month'], only }} of={text.figures} />}
      >
        {(data) => <Figures project={project} summary={data} />}
      </QueryCard>
      <QueryCard
        title={text.budget.title}
        query={summary}
        isEmpty={({ budgetMinutes, budgetAmount }) => budgetMinutes === null && budgetAmount === null}
        empty={text.budget.none}
      >
        {(data) => <Budget project={project} summary={data} />}
      </QueryCard>
      <div className={styles.wide}>
        <QueryCard
          title={grows ? text.growth : text.byMonth}
          query={summary}
          more={<ReportLink place={{ range, by: ['month', 'person'], only }} of={text.byMonth} />}
          isEmpty={noTime}
          empty={text.nothing}
        >
          {({ burn, budgetMinutes, forecastDate, trackedMinutes }) => (
            <MonthChart
              label={grows ? text.growth : text.byMonth}
              months={burn}
              isRunning={grows}
              budgetMinutes={budgetMinutes}
              forecastDate={grows && !isOverBudget(trackedMinutes, budgetMinutes) ? forecastDate : null}
            />
          )}
        </QueryCard>
      </div>
      <QueryCard
        title={text.byPerson}
        query={summary}
        more={<ReportLink place={{ range, by: ['person', 'activity'], only }} of={text.byPerson} />}
        isEmpty={({ byMember }) => byMember.length === 0}
        empty={text.nothing}
      >
        {({ byMember }) => (
          <ShareList
            label={text.byPerson}
            shares={byMember.map(({ teamMemberID, name, ...share }) => ({
              id: teamMemberID,
              name: (
                <Link to="/team/$id" params={{ id: teamMemberID }} search={{}}>
                  {name}
                </Link>
              ),
              ...share,
            }))}
          />
        )}
      </QueryCard>
      <QueryCard
        title={text.byActivity}
        query={summary}
        more={<ReportLink place={{ range, by: ['activity', 'person'], only }} of={text.byActivity} />}
        isEmpty={({ byActivity }) => byActivity.length === 0}
        empty={text.nothing}
      >
        {({ byActivity }) => (
          <ShareList
            label={text.byActivity}
            shares={byActivity.map(({ activityID, activityName, ...share }) => ({
              id: activityID ?? '',
              name: activityID ? (
                <Link to="/activities/$id" params={{ id: activityID }} search={{}}>
                  {activityName ?? text.noActivity}
                </Link>
              ) : (
                text.noActivity
              ),
              ...share,
            }))}
          />
        )}
      </QueryCard>
    </div>
  );
}

/** Time may be recorded ahead: the report ends with it. */
function lastDay(summary: ProjectSummary | undefined): string {
  const last = summary?.burn.at(-1)?.month ?? '';
  return last > today() ? `${last.slice(0, 7)}-28` : today();
}

function Figures({ project, summary }: { project: Project; summary: ProjectSummary }) {
  const { trackedMinutes, billableMinutes, openEntries } = summary;
  return (
    <dl className={classNames(figures.figures, styles.figures)}>
      <div>
        <dt>{text.total}</dt>
        <dd>{formatHours(trackedMinutes)}</dd>
      </div>
      <div>
        <dt>{text.billable}</dt>
        <dd>
          {formatHours(billableMinutes)}{' '}
          <small>{oneDecimal(percentOf(billableMinutes, trackedMinutes))} %</small>
        </dd>
      </div>
      <div>
        <dt>{text.month}</dt>
        <dd>{formatHours(project.monthMinutes)}</dd>
      </div>
      <div>
        <dt>{text.unsubmitted}</dt>
        <dd>{openEntries}</dd>
      </div>
    </dl>
  );
}

/** In hours or in money, as the project's budget is. */
function Budget({ project, summary }: { project: Project; summary: ProjectSummary }) {
  const fullDate = useFullDate();
  const { budgetMinutes, budgetAmount, budgetCurrency, forecastDate } = summary;
  const isMoney = budgetMinutes === null;
  const budget = (isMoney ? budgetAmount : budgetMinutes) ?? 0;
  const used = (isMoney ? summary.budgetUsedAmount : summary.budgetUsedMinutes) ?? 0;
  const say = (value: number) => (isMoney ? formatMoney(value, budgetCurrency ?? 'EUR') : formatHours(value));
  const percent = burnPercent(used, budget) ?? 0;
  const isOver = isOverBudget(used, budget);
  return (
    <>
      <div
        className={styles.budget}
        role="img"
        aria-label={text.budget.used(say(used), say(budget), oneDecimal(percent))}
      >
        <span style={{ inlineSize: `${Math.min(100, percent)}%` }} data-over={isOver || undefined} />
      </div>
      <p>
        {text.budget.used(say(used), say(budget), oneDecimal(percent))} ·{' '}
        {isOver ? text.budget.over(say(used - budget)) : text.budget.left(say(budget - used))}
      </p>
      {project.budgetPeriod === 'month' ? <p className={styles.quiet}>{text.budget.ofMonth}</p> : null}
      {forecastDate && !isOver ? (
        <p className={styles.quiet}>{text.budget.forecast(fullDate(forecastDate))}</p>
      ) : null}
      {summary.unpricedMinutes ? (
        <p className={styles.quiet}>{text.budget.unpriced(formatHours(summary.unpricedMinutes))}</p>
      ) : null}
      {summary.otherCurrencyMinutes ? (
        <p className={styles.quiet}>{text.budget.otherCurrency(formatHours(summary.otherCurrencyMinutes))}</p>
      ) : null}
    </>
  );
}
