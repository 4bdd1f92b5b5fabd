import { useQuery } from '@tanstack/react-query';
import { type Activity, activityQuery } from '../../entities/activity.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './details.module.css';
import { HistoryPanel } from './history-panel.tsx';
import { text } from './messages.ts';
import { RatesPanel } from './rates-panel.tsx';
import { ThingEntries } from './thing-entries.tsx';
import { type Tab, ThingFrame, tabOf } from './thing-frame.tsx';
import { useThing } from './use-thing.ts';
import { YearOfMonths } from './year-of-months.tsx';

/** `/activities/:id` */
export function ActivityPage() {
  const { id } = useThing();
  const activity = useQuery(activityQuery(useApp().session.call, id));
  if (activity.error && !activity.data)
    return <ErrorState error={activity.error} onRetry={activity.refetch} />;
  if (!activity.data) return <SkeletonRows label={common.loading} />;
  return <Page activity={activity.data} />;
}

function Page({ activity }: { activity: Activity }) {
  const seesTime = useCan('report.see');
  const seesRates = useCan('rate.seeBill');
  const seesHistory = useCan('audit.see');
  const tabs: Tab[] = [
    'overview',
    ...(seesTime ? (['entries'] as const) : []),
    ...(seesRates ? (['rates'] as const) : []),
    ...(seesHistory ? (['history'] as const) : []),
  ];
  const tab = tabOf(tabs, useThing().tab);
  const { activityID, code, billableDefault, isArchived } = activity;
  const only = { field: 'activity', id: activityID } as const;
  return (
    <ThingFrame
      path="/activities/$id"
      id={activityID}
      list={{ to: '/activities', label: text.all.activity }}
      title={activity.activityName}
      tabs={tabs}
      tab={tab}
      facts={
        <span className={styles.facts}>
          <ColorDot color={activity.color} />
          {code ? <span>{code}</span> : null}
          <Badge tone={billableDefault ? 'primary' : 'neutral'}>
            {billableDefault ? lists.billable : lists.nonBillable}
          </Badge>
          {isArchived ? <Badge tone="warning">{text.archived}</Badge> : null}
        </span>
      }
    >
      {tab === 'overview' ? <YearOfMonths only={only} /> : null}
      {tab === 'entries' ? <ThingEntries only={only} /> : null}
      {tab === 'rates' ? <RatesPanel of={{ activityID }} hint={text.rates.ofActivity} /> : null}
      {tab === 'history' ? <HistoryPanel entity="activity" entityID={activityID} /> : null}
    </ThingFrame>
  );
}
