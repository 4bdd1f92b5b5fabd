import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clientsQuery } from '../../entities/client.ts';
import {
  archiveProject,
  NEAR_BUDGET_PERCENT,
  type Project,
  type ProjectsOnly,
  projectsQuery,
  projectTypesQuery,
  restoreProject,
  usedPercent,
} from '../../entities/project.ts';
import { teamQuery } from '../../entities/team-member.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { oneDecimal } from '../../lib/one-decimal.ts';
import type { ListFilters } from '../../lib/use-list-search.ts';
import { pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Catalog, CatalogPage } from '../../ui/catalog-page.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import { FullDate } from '../../ui/full-date.tsx';
import type { FilterField } from '../../ui/list-filters.tsx';
import type { Column } from '../../ui/list-page.tsx';
import { DuplicateProject } from './duplicate-project.tsx';
import { text } from './messages.ts';
import { ProjectDialog } from './project-dialog.tsx';

const columns: Column<Project>[] = [
  {
    id: 'name',
    header: lists.name,
    cell: (project) => (
      <>
        <ColorDot color={project.color} />
        <Link to="/projects/$id" params={{ id: project.projectID }} search={{}}>
          {project.projectName}
        </Link>
      </>
    ),
    sortValue: (project) => project.projectName,
  },
  {
    id: 'client',
    isMinor: true,
    header: text.client,
    cell: ({ clientID, clientName }) =>
      clientID && clientName ? (
        <Link to="/clients/$id" params={{ id: clientID }} search={{}}>
          {clientName}
        </Link>
      ) : (
        '–'
      ),
    sortValue: (project) => project.clientName ?? '\uffff',
    text: (project) => project.clientName ?? '',
  },
  {
    id: 'billable',
    header: lists.billable,
    isMinor: true,
    cell: ({ isBillable }) => (
      <Badge tone={isBillable ? 'primary' : 'neutral'}>
        {isBillable ? lists.billable : lists.nonBillable}
      </Badge>
    ),
    text: ({ isBillable }) => (isBillable ? lists.yes : lists.no),
  },
  {
    id: 'month',
    header: text.month,
    isNumber: true,
    cell: (project) => formatHours(project.monthMinutes),
    sortValue: (project) => project.monthMinutes,
    text: (project) => formatHours(project.monthMinutes),
  },
  {
    id: 'total',
    header: text.total,
    isNumber: true,
    isMinor: true,
    cell: (project) => formatHours(project.trackedMinutes),
    sortValue: (project) => project.trackedMinutes,
    text: (project) => formatHours(project.trackedMinutes),
  },
  {
    id: 'budget',
    header: text.budget,
    isNumber: true,
    isMinor: true,
    cell: (project) => <BudgetUse project={project} />,
    sortValue: (project) => usedPercent(project) ?? -1,
    text: (project) => percentWords(usedPercent(project)),
  },
  {
    id: 'last',
    header: text.last,
    isNumber: true,
    isMinor: true,
    cell: (project) => <FullDate of={project.lastWorkDate} />,
    sortValue: (project) => project.lastWorkDate ?? '',
  },
];

function percentWords(percent: number | null): string {
  return percent === null ? '' : text.percent(oneDecimal(percent));
}

/** How much of the budget is used; one in money is in the report, which has its amounts. */
function BudgetUse({ project }: { project: Project }) {
  const percent = usedPercent(project);
  if (percent === null)
    return project.budgetKind === 'amount' && project.budgetAmount ? (
      <Link to="/reports" search={{ kind: 'budget' } as never}>
        {text.inMoney}
      </Link>
    ) : (
      '–'
    );
  const words = percentWords(percent);
  if (percent < NEAR_BUDGET_PERCENT) return words;
  return <Badge tone={percent > 100 ? 'danger' : 'warning'}>{words}</Badge>;
}

const IDLE_DAYS = 60;
const ID = /^[0-9a-f-]{36}$/;

/** What of the address makes sense; the rest is as if it were not there. */
function onlyOf({ client, manager, type, billable, mine, over, idle }: ListFilters): ProjectsOnly {
  return {
    ...(client && ID.test(client) ? { clientID: client } : {}),
    ...(manager && ID.test(manager) ? { managerID: manager } : {}),
    ...(type && ID.test(type) ? { projectTypeID: type } : {}),
    ...(billable ? { isBillable: billable === 'yes' } : {}),
    ...(mine ? { mine: true } : {}),
    ...(over ? { overBudget: true } : {}),
    ...(idle ? { inactiveDays: IDLE_DAYS } : {}),
  };
}

const projects: Catalog<Project, ProjectsOnly> = {
  kind: 'project',
  title: pageTitles.projects,
  words: text,
  query: projectsQuery,
  archive: archiveProject,
  restore: restoreProject,
  detailOf: ({ clientName }) => clientName,
  searchText: ({ projectName, clientName, code }) => `${projectName} ${clientName ?? ''} ${code ?? ''}`,
  columns,
  onlyOf,
  more: (project, open, close) => [
    {
      label: text.duplicate,
      icon: 'copy',
      onSelect: () => open(<DuplicateProject project={project} onClose={close} />),
    },
  ],
  dialog: (project, onClose) => <ProjectDialog project={project} onClose={onClose} />,
};

/** `/projects` */
export function ProjectsPage() {
  return <CatalogPage catalog={{ ...projects, filters: useFilters() }} />;
}

/** What the list can be narrowed to; the gateway does it, so that it goes for lists that are not here as a whole. */
function useFilters(): readonly FilterField<Project>[] {
  const { session, start } = useApp();
  const { call } = session;
  const clients = useQuery(clientsQuery(call)).data ?? [];
  const types = useQuery(projectTypesQuery(call)).data ?? [];
  const seesTeam = useCan('member.see');
  const team = useQuery({ ...teamQuery(call, start.me.teamMemberID, false), enabled: seesTeam }).data ?? [];
  return [
    {
      name: 'client',
      label: text.client,
      options: clients.map(({ clientID, clientName }) => ({ id: clientID, label: clientName })),
      isLong: true,
    },
    {
      name: 'manager',
      label: text.manager,
      options: team.map(({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}`.trim() })),
      isLong: true,
    },
    {
      name: 'type',
      label: text.type,
      options: types.map(({ projectTypeID, name }) => ({ id: projectTypeID, label: name })),
    },
    {
      name: 'billable',
      label: lists.billable,
      options: [
        { id: 'yes', label: lists.billable },
        { id: 'no', label: lists.nonBillable },
      ],
    },
    { name: 'mine', label: text.mine },
    { name: 'over', label: text.over },
    { name: 'idle', label: text.idle(IDLE_DAYS) },
  ];
}
