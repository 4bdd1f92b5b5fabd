import { percentOf } from '@stint/domain/time/billable-split.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  budgetedQuery,
  type Project,
  type ProjectSummary,
  projectSummaryQuery,
} from '../../entities/project.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneDecimal } from '../../lib/one-decimal.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { text } from './messages.ts';
import styles from './report-people.module.css';

/** How much of each budget is used, whatever the range: a budget has a time of its own. */
export function Budgets() {
  const { data, error, refetch } = useQuery(budgetedQuery(useApp().session.call));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={8} label={text.loading} />;
  if (data.length === 0) return <EmptyState title={text.budgets.none} text={text.budgets.noneText} />;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.project}</th>
            <th scope="col">{text.budgets.budget}</th>
            <th scope="col">{text.budgets.used}</th>
            <th scope="col" className={styles.minor}>
              {text.budgets.left}
            </th>
            <th scope="col" className={styles.bar}>
              {text.budgets.share}
            </th>
            <th scope="col" className={styles.minor}>
              {text.budgets.forecast}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ project }) => (
            <BudgetRow key={project.projectID} project={project} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BudgetRow({ project }: { project: Project }) {
  const { projectID, projectName } = project;
  const fullDate = useFullDate();
  const { data } = useQuery(projectSummaryQuery(useApp().session.call, projectID));
  const use = data ? budgetOf(data) : null;
  const percent = use ? percentOf(use.used, use.budget) : 0;
  return (
    <tr>
      <th scope="row" title={projectName}>
        <Link to="/projects/$id" params={{ id: projectID }} search={{}}>
          {projectName}
        </Link>
      </th>
      <td>{use ? use.words(use.budget) : '–'}</td>
      <td>{use ? use.words(use.used) : '–'}</td>
      <td className={styles.minor}>{use ? leftWords(use) : '–'}</td>
      <td className={styles.bar}>
        <span className={styles.track} aria-hidden="true">
          <span data-over={percent > 100 || undefined} style={{ inlineSize: `${Math.min(100, percent)}%` }} />
        </span>
        {use ? `${oneDecimal(percent)} %` : '–'}
      </td>
      <td className={styles.minor}>{fullDate(data?.forecastDate ?? null)}</td>
    </tr>
  );
}

type Use = { used: number; budget: number; words: (amount: number) => string };

/** In hours, or in money where that is what the budget is in and the person may see it. */
function budgetOf(summary: ProjectSummary): Use | null {
  const { budgetMinutes, budgetAmount, budgetUsedAmount, budgetCurrency } = summary;
  if (budgetMinutes !== null)
    return { used: summary.budgetUsedMinutes, budget: budgetMinutes, words: formatHours };
  if (budgetAmount === null || budgetUsedAmount === null || budgetCurrency === null) return null;
  return {
    used: budgetUsedAmount,
    budget: budgetAmount,
    words: (amount) => formatMoney(amount, budgetCurrency),
  };
}

function leftWords({ used, budget, words }: Use): string {
  return used > budget ? `${words(used - budget)} ${text.budgets.over}` : words(budget - used);
}
