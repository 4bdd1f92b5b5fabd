import { Link } from '@tanstack/react-router';
import { archiveProject, type Project, projectsQuery, restoreProject } from '../../entities/project.ts';
import { formatHours } from '../../lib/hours.ts';
import { pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Catalog, CatalogPage } from '../../ui/catalog-page.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import { FullDate } from '../../ui/full-date.tsx';
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
  },
  {
    id: 'month',
    header: text.month,
    isNumber: true,
    cell: (project) => formatHours(project.monthMinutes),
    sortValue: (project) => project.monthMinutes,
  },
  {
    id: 'total',
    header: text.total,
    isNumber: true,
    isMinor: true,
    cell: (project) => formatHours(project.trackedMinutes),
    sortValue: (project) => project.trackedMinutes,
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

const projects: Catalog<Project> = {
  kind: 'project',
  title: pageTitles.projects,
  words: text,
  query: projectsQuery,
  archive: archiveProject,
  restore: restoreProject,
  detailOf: ({ clientName }) => clientName,
  searchText: ({ projectName, clientName, code }) => `${projectName} ${clientName ?? ''} ${code ?? ''}`,
  columns,
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
  return <CatalogPage catalog={projects} />;
}
