import { resolveRange } from '@stint/domain/time/date-range.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Activity, activitiesQuery, archiveActivity, restoreActivity } from '../../entities/activity.ts';
import { reportQuery } from '../../entities/report.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { reportAddress } from '../../lib/report-address.ts';
import { today } from '../../lib/today.ts';
import { pageTitles } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Catalog, CatalogPage } from '../../ui/catalog-page.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import type { Column } from '../../ui/list-page.tsx';
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

/** `/activities` */
export function ActivitiesPage() {
  const { call } = useApp().session;
  const usage = useUsage();
  const inOrder = useQuery(activitiesQuery(call)).data ?? [];
  const { move } = useOrder(inOrder);
  const activities: Catalog<Activity> = {
    kind: 'activity',
    title: pageTitles.activities,
    words: text,
    query: activitiesQuery,
    archive: archiveActivity,
    restore: restoreActivity,
    searchText: ({ activityName, code }) => `${activityName} ${code ?? ''}`,
    columns: usage ? [...columns, usage] : columns,
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

/** How many entries of this year each has, for those who may see reports. */
function useUsage(): Column<Activity> | null {
  const { call } = useApp().session;
  const isOpen = useCan('report.see');
  const range = resolveRange({ kind: 'thisYear' }, today());
  const report = useQuery({ ...reportQuery(call, { ...range, groupBy: ['activity'] }), enabled: isOpen });
  if (!report.data) return null;
  const entries = new Map(report.data.lines.map((line) => [line.keys[0], line.entries]));
  const count = ({ activityID }: Activity) => entries.get(activityID) ?? 0;
  return {
    id: 'used',
    header: text.used,
    isNumber: true,
    cell: (activity) => (
      <Link
        to="/reports"
        search={
          reportAddress({
            range: { kind: 'thisYear' },
            by: ['project', 'person'],
            only: { field: 'activity', id: activity.activityID },
          }) as never
        }
      >
        {count(activity)}
      </Link>
    ),
    sortValue: count,
  };
}
