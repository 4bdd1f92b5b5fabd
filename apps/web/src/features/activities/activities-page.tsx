import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Activity, activitiesQuery, archiveActivity, restoreActivity } from '../../entities/activity.ts';
import { type UsageOf, useUsage } from '../../entities/use-usage.ts';
import { useApp } from '../../lib/app-context.ts';
import { pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Catalog, CatalogPage } from '../../ui/catalog-page.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import type { Column } from '../../ui/list-page.tsx';
import { usageColumn } from '../../ui/usage-column.tsx';
import { ActivityDialog } from './activity-dialog.tsx';
import { MergeActivity } from './merge-activity.tsx';
import { text } from './messages.ts';
import { useOrder } from './use-order.ts';

const columns: Column<Activity>[] = [
  {
    id: 'name',
    header: lists.name,
    cell: (activity) => (
      <>
        <ColorDot color={activity.color} />
        <Link to="/activities/$id" params={{ id: activity.activityID }} search={{}}>
          {activity.activityName}
        </Link>
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
    isMinor: true,
    cell: ({ billableDefault }) => (
      <Badge tone={billableDefault ? 'primary' : 'neutral'}>
        {billableDefault ? lists.billable : lists.nonBillable}
      </Badge>
    ),
    text: ({ billableDefault }) => (billableDefault ? lists.yes : lists.no),
  },
  {
    id: 'everywhere',
    header: text.everywhere,
    isMinor: true,
    cell: ({ isGlobal }) => (isGlobal ? lists.yes : lists.no),
    text: ({ isGlobal }) => (isGlobal ? lists.yes : lists.no),
  },
];

/** `/activities` */
export function ActivitiesPage() {
  const { call } = useApp().session;
  const usage = useUsage('activity');
  const inOrder = useQuery(activitiesQuery(call)).data ?? [];
  const { move, moveTo } = useOrder(inOrder);
  const activities: Catalog<Activity> = {
    kind: 'activity',
    title: pageTitles.activities,
    words: text,
    query: activitiesQuery,
    archive: archiveActivity,
    restore: restoreActivity,
    searchText: ({ activityName, code }) => `${activityName} ${code ?? ''}`,
    columns: usage ? [...columns, usedColumn(usage)] : columns,
    onMove: moveTo,
    filters: [
      {
        name: 'billable',
        label: text.billable,
        options: [
          { id: 'yes', label: lists.billable },
          { id: 'no', label: lists.nonBillable },
        ],
        matches: ({ billableDefault }, value) => billableDefault === (value === 'yes'),
      },
      ...(usage
        ? [
            {
              name: 'idle' as const,
              label: text.unused,
              matches: ({ activityID }: Activity) => usage(activityID)?.entries === 0,
            },
          ]
        : []),
    ],
    more: (activity, open, close) => [
      { label: text.moveUp, icon: 'up', onSelect: () => move(activity, -1) },
      { label: text.moveDown, icon: 'down', onSelect: () => move(activity, 1) },
      {
        label: lists.merge.action,
        icon: 'activities',
        onSelect: () => open(<MergeActivity activity={activity} onClose={close} />),
      },
    ],
    dialog: (activity, onClose) => <ActivityDialog activity={activity} onClose={onClose} />,
  };
  return <CatalogPage catalog={activities} />;
}

/** How many entries of this year each has, with the report behind it. */
function usedColumn(usage: UsageOf): Column<Activity> {
  return usageColumn({
    id: 'used',
    header: text.used,
    figure: ({ activityID }) => usage(activityID)?.entries ?? null,
    format: String,
    report: ({ activityID }) => ({ by: ['project', 'person'], only: { field: 'activity', id: activityID } }),
  });
}
