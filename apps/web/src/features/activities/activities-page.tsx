import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import type { Activity } from '../../lib/gateway.ts';
import type { Session } from '../../lib/session.ts';
import { useListSearch } from '../../lib/use-list-search.ts';
import { lists as text } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import { type Column, ListPage } from '../../ui/list-page.tsx';
import { useArchiving } from '../../ui/use-archiving.ts';
import { ActivityDialog } from './activity-dialog.tsx';

const query = (call: Session['call'], isArchived: boolean) =>
  queryOptions({
    queryKey: ['activities', isArchived ? 'archived' : 'open'],
    queryFn: ({ signal }) =>
      isArchived
        ? call('GET /Activities/GetArchivedActivities', {}, { signal })
        : call('GET /Activities', {}, { signal }),
  });

const columns: Column<Activity>[] = [
  {
    id: 'name',
    header: text.name,
    cell: (activity) => (
      <>
        <ColorDot color={activity.color} />
        {activity.activityName}
      </>
    ),
    sortValue: (activity) => activity.activityName,
  },
  {
    id: 'code',
    header: text.code,
    isMinor: true,
    cell: (activity) => activity.code ?? '–',
    sortValue: (activity) => activity.code ?? '',
  },
  {
    id: 'billable',
    header: text.activities.billable,
    cell: ({ billableDefault }) => (
      <Badge tone={billableDefault ? 'primary' : 'neutral'}>
        {billableDefault ? text.billable : text.nonBillable}
      </Badge>
    ),
  },
  {
    id: 'everywhere',
    header: text.activities.everywhere,
    isMinor: true,
    cell: ({ isGlobal }) => (isGlobal ? text.yes : text.no),
  },
];

/** `/activities` */
export function ActivitiesPage() {
  const { call } = useApp().session;
  const search = useListSearch('/activities');
  const activities = useQuery(query(call, search.isArchived));
  const canWrite = useCan('activity.write');
  const [editing, setEditing] = useState<Activity | 'new' | null>(search.isNew && canWrite ? 'new' : null);
  const { archive, restore } = useArchiving<Activity>({
    name: 'activities',
    nameOf: (activity) => activity.activityName,
    archive: ({ activityID }) => call('DELETE /Activities/:id', { params: { id: activityID } }),
    restore: ({ activityID }) => call('PUT /Activities/:id/Restore', { params: { id: activityID } }),
  });
  const menu = (activity: Activity) => {
    if (!canWrite) return [];
    if (activity.isArchived) {
      return [{ label: text.restore, icon: 'restore' as const, onSelect: () => restore(activity) }];
    }
    return [
      { label: text.edit, icon: 'edit' as const, onSelect: () => setEditing(activity) },
      { label: text.archive, icon: 'archive' as const, onSelect: () => archive(activity) },
    ];
  };
  return (
    <>
      <ListPage
        title={text.activities.title}
        items={activities.data}
        error={activities.error}
        onRetry={() => void activities.refetch()}
        keyOf={(activity) => activity.activityID}
        nameOf={(activity) => activity.activityName}
        searchText={searchText}
        columns={columns}
        menu={menu}
        query={search.query}
        onQuery={search.setQuery}
        archived={{ isShown: search.isArchived, onToggle: search.toggleArchived }}
        empty={{ title: text.activities.empty, text: text.activities.emptyText }}
        action={
          canWrite ? (
            <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
              {text.activities.add}
            </Button>
          ) : undefined
        }
      />
      {editing ? (
        <ActivityDialog activity={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </>
  );
}

const searchText = (activity: Activity) => `${activity.activityName} ${activity.code ?? ''}`;
