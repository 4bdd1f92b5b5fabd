import { useQuery } from '@tanstack/react-query';
import { type Activity, activityQuery } from '../../entities/activity.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { lists } from '../../messages/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { ColorDot } from '../../ui/color-field.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { text } from './messages.ts';
import { RatesPanel } from './rates-panel.tsx';
import { ThingEntries } from './thing-entries.tsx';
import { type Editable, LoadedThing, ThingFrame } from './thing-frame.tsx';
import { useThing } from './use-thing.ts';
import { YearOfMonths } from './year-of-months.tsx';

/** `/activities/:id` */
export function ActivityPage({ edit }: Editable<Activity>) {
  const { id } = useThing();
  const query = useQuery(activityQuery(useApp().session.call, id));
  return <LoadedThing query={query}>{(activity) => <Page activity={activity} edit={edit} />}</LoadedThing>;
}

function Page({ activity, edit }: { activity: Activity; edit: Editable<Activity>['edit'] }) {
  const seesTime = useCan('report.see');
  const seesRates = useCan('rate.seeBill');
  const seesHistory = useCan('audit.see');
  const mayEdit = useCan('activity.write');
  const { activityID, code, billableDefault, isArchived } = activity;
  const only = { field: 'activity', id: activityID } as const;
  return (
    <ThingFrame
      path="/activities/$id"
      title={activity.activityName}
      edit={edit && mayEdit && !isArchived ? (onClose) => edit(activity, onClose) : null}
      facts={
        <>
          <ColorDot color={activity.color} />
          {code ? <span>{code}</span> : null}
          <Badge tone={billableDefault ? 'primary' : 'neutral'}>
            {billableDefault ? lists.billable : lists.nonBillable}
          </Badge>
          {isArchived ? <Badge tone="warning">{text.archived}</Badge> : null}
        </>
      }
      parts={{
        overview: () => <YearOfMonths only={only} />,
        entries: seesTime && (() => <ThingEntries only={only} />),
        rates: seesRates && (() => <RatesPanel of={{ activityID }} hint={text.rates.ofActivity} />),
        history: seesHistory && (() => <HistoryPanel entity="activity" entityID={activityID} />),
      }}
    />
  );
}
