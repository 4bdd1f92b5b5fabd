import { addMonths } from '@stint/domain/time/plain-date.ts';
import { useQuery } from '@tanstack/react-query';
import { type Activity, activitiesQuery, mergeActivity } from '../../entities/activity.ts';
import { reportQuery } from '../../entities/report.ts';
import { useApp } from '../../lib/app-context.ts';
import { formatHours } from '../../lib/hours.ts';
import { today } from '../../lib/today.ts';
import { MergeDialog } from '../../ui/merge-dialog.tsx';
import { text } from './messages.ts';

/** Entries of an activity become those of another; approved ones keep what they were approved with. */
export function MergeActivity({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const { call } = useApp().session;
  const others = (useQuery(activitiesQuery(call)).data ?? []).filter(
    ({ activityID }) => activityID !== activity.activityID,
  );
  const filters = [{ field: 'activity' as const, is: 'is' as const, values: [activity.activityID] }];
  const range = { from: '2000-01-01', to: addMonths(today(), 12) };
  const all = useQuery(reportQuery(call, { ...range, groupBy: ['status'], filters })).data;
  const approved = all?.lines.find(({ keys }) => keys[0] === 'approved')?.entries ?? 0;
  return (
    <MergeDialog
      name={activity.activityName}
      options={others.map(({ activityID, activityName, color }) => ({
        id: activityID,
        label: activityName,
        color,
      }))}
      preview={() =>
        all ? (
          <p role="status">
            {text.mergePreview(all.totals.entries - approved, formatHours(all.totals.minutes), approved)}
          </p>
        ) : null
      }
      merge={(into) => mergeActivity(call, into, activity)}
      changes={['activities', 'report', 'week', 'projects']}
      onClose={onClose}
    />
  );
}
