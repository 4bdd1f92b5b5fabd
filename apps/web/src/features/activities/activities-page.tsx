import type { Activity } from '../../lib/gateway.ts';
import { lists as text } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Catalog, CatalogPage } from '../../ui/catalog-page.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import type { Column } from '../../ui/list-page.tsx';
import { ActivityDialog } from './activity-dialog.tsx';

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

const activities: Catalog<Activity> = {
  name: 'activities',
  ability: 'activity.write',
  words: text.activities,
  load: (call, isArchived, query, signal) =>
    isArchived
      ? call('GET /Activities/GetArchivedActivities', { query }, { signal })
      : call('GET /Activities', { query }, { signal }),
  archive: (call, id) => call('DELETE /Activities/:id', { params: { id } }),
  restore: (call, id) => call('PUT /Activities/:id/Restore', { params: { id } }),
  idOf: ({ activityID }) => activityID,
  nameOf: ({ activityName }) => activityName,
  searchText: ({ activityName, code }) => `${activityName} ${code ?? ''}`,
  columns,
  dialog: (activity, onClose) => <ActivityDialog activity={activity} onClose={onClose} />,
};

/** `/activities` */
export function ActivitiesPage() {
  return <CatalogPage catalog={activities} />;
}
