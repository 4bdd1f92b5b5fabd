import { type Activity, activitiesQuery, archiveActivity, restoreActivity } from '../../entities/activity.ts';
import { pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Catalog, CatalogPage } from '../../ui/catalog-page.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import type { Column } from '../../ui/list-page.tsx';
import { ActivityDialog } from './activity-dialog.tsx';
import { text } from './messages.ts';

const columns: Column<Activity>[] = [
  {
    id: 'name',
    header: lists.name,
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
    header: lists.code,
    isMinor: true,
    cell: (activity) => activity.code ?? '–',
    sortValue: (activity) => activity.code ?? '',
  },
  {
    id: 'billable',
    header: text.billable,
    cell: ({ billableDefault }) => (
      <Badge tone={billableDefault ? 'primary' : 'neutral'}>
        {billableDefault ? lists.billable : lists.nonBillable}
      </Badge>
    ),
  },
  {
    id: 'everywhere',
    header: text.everywhere,
    isMinor: true,
    cell: ({ isGlobal }) => (isGlobal ? lists.yes : lists.no),
  },
];

const activities: Catalog<Activity> = {
  kind: 'activity',
  title: pageTitles.activities,
  words: text,
  query: activitiesQuery,
  archive: archiveActivity,
  restore: restoreActivity,
  searchText: ({ activityName, code }) => `${activityName} ${code ?? ''}`,
  columns,
  dialog: (activity, onClose) => <ActivityDialog activity={activity} onClose={onClose} />,
};

/** `/activities` */
export function ActivitiesPage() {
  return <CatalogPage catalog={activities} />;
}
