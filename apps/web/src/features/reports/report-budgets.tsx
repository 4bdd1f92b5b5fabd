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
import { useFullDate } from '../../lib/use-full-date.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { MeasureTable, Minor, Share } from './measure-table.tsx';
import { text } from './messages.ts';

/** How much of each budget is used, whatever the range: a budget has a time of its own. */
export function Budgets() {
  const { data, error, refetch } = useQuery(budgetedQuery(useApp().session.call));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={8} label={text.loading} />;
  if (data.length === 0) return <EmptyState title={text.budgets.none} text={text.budgets.noneText} />;
  return (
    <MeasureTable
      columns={[
        text.project,
        text.budgets.budget,
        text.budgets.used,
        { name: text.budgets.left, kind: 'minor' },
        { name: text.budgets.share, kind: 'share' },
        { name: text.budgets.forecast, kind: 'minor' },
      ]}
    >
      {data.map(({ project }) => (
        <BudgetRow key={project.projectID} project={project} />
      ))}
    </MeasureTable>
  );
}

function BudgetRow({ project }: { project: Project }) {
  const { projectID, projectName } = project;
  const fullDate = useFullDate();
  const { data } = useQuery(projectSummaryQuery(useApp().session.call, projectID));
  const use = data ? budgetOf(data) : null;
  return (
    <tr>
      <th scope="row" title={projectName}>
        <Link to="/projects/$id" params={{ id: projectID }} search={{}}>
          {projectName}
        </Link>
      </th>
      <td>{use ? use.words(use.budget) : '–'}</td>
      <td>{use ? use.words(use.used) : '–'}</td>
      <Minor>{use ? leftWords(use) : '–'}</Minor>
      <Share percent={use ? percentOf(use.used, use.budget) : null} />
      <Minor>{fullDate(data?.forecastDate ?? null)}</Minor>
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
