import { formatHours } from '@stint/domain/time/hours.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import type { Project } from '../../lib/gateway.ts';
import type { Session } from '../../lib/session.ts';
import { shortDate } from '../../lib/today.ts';
import { useListSearch } from '../../lib/use-list-search.ts';
import { lists as text } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import { type Column, ListPage } from '../../ui/list-page.tsx';
import { useArchiving } from '../../ui/use-archiving.ts';
import { ProjectDialog } from './project-dialog.tsx';

const query = (call: Session['call'], isArchived: boolean) =>
  queryOptions({
    queryKey: ['projects', isArchived ? 'archived' : 'open'],
    queryFn: ({ signal }) =>
      isArchived
        ? call('GET /Projects/GetArchivedProjects', {}, { signal })
        : call('GET /Projects', {}, { signal }),
  });

const columns: Column<Project>[] = [
  {
    id: 'name',
    header: text.name,
    cell: (project) => (
      <>
        <ColorDot color={project.color} />
        {project.projectName}
      </>
    ),
    sortValue: (project) => project.projectName,
  },
  {
    id: 'client',
    isMinor: true,
    header: text.projects.client,
    cell: (project) => project.clientName ?? '–',
    sortValue: (project) => project.clientName ?? '\uffff',
  },
  {
    id: 'billable',
    header: text.billable,
    isMinor: true,
    cell: ({ isBillable }) => (
      <Badge tone={isBillable ? 'primary' : 'neutral'}>{isBillable ? text.billable : text.nonBillable}</Badge>
    ),
  },
  {
    id: 'month',
    header: text.projects.month,
    isNumber: true,
    cell: (project) => formatHours(project.monthMinutes),
    sortValue: (project) => project.monthMinutes,
  },
  {
    id: 'total',
    header: text.projects.total,
    isNumber: true,
    isMinor: true,
    cell: (project) => formatHours(project.trackedMinutes),
    sortValue: (project) => project.trackedMinutes,
  },
  {
    id: 'last',
    header: text.projects.last,
    isNumber: true,
    isMinor: true,
    cell: (project) => shortDate(project.lastWorkDate),
    sortValue: (project) => project.lastWorkDate ?? '',
  },
];

/** `/projects` */
export function ProjectsPage() {
  const { session } = useApp();
  const { call } = session;
  const search = useListSearch('/projects');
  const projects = useQuery(query(call, search.isArchived));
  const canWrite = useCan('project.write');
  const [editing, setEditing] = useState<Project | 'new' | null>(search.isNew && canWrite ? 'new' : null);
  const { archive, restore } = useArchiving<Project>({
    name: 'projects',
    nameOf: (project) => project.projectName,
    archive: ({ projectID }) => call('DELETE /Projects/:id', { params: { id: projectID } }),
    restore: ({ projectID }) => call('PUT /Projects/:id/Restore', { params: { id: projectID } }),
  });
  const menu = (project: Project) => {
    if (!canWrite) return [];
    if (project.isArchived) {
      return [{ label: text.restore, icon: 'restore' as const, onSelect: () => restore(project) }];
    }
    return [
      { label: text.edit, icon: 'edit' as const, onSelect: () => setEditing(project) },
      { label: text.archive, icon: 'archive' as const, onSelect: () => archive(project) },
    ];
  };
  return (
    <>
      <ListPage
        title={text.projects.title}
        items={projects.data}
        error={projects.error}
        onRetry={() => void projects.refetch()}
        keyOf={(project) => project.projectID}
        nameOf={(project) => project.projectName}
        detailOf={(project) => project.clientName}
        searchText={searchText}
        columns={columns}
        menu={menu}
        query={search.query}
        onQuery={search.setQuery}
        archived={{ isShown: search.isArchived, onToggle: search.toggleArchived }}
        empty={{ title: text.projects.empty, text: text.projects.emptyText }}
        action={
          canWrite ? (
            <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
              {text.projects.add}
            </Button>
          ) : undefined
        }
      />
      {editing ? (
        <ProjectDialog project={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </>
  );
}

const searchText = (project: Project) =>
  `${project.projectName} ${project.clientName ?? ''} ${project.code ?? ''}`;
