import { useQueryClient } from '@tanstack/react-query';
import { type Activity, changeActivity } from '../../entities/activity.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';

/** Between two places, so that a list that was sorted once is changed at two of them. */
const STEP = 10;

/** Moves an activity among the others; pickers show them in this order. @param list as it is in order */
export function useOrder(list: readonly Activity[]) {
  const { call } = useApp().session;
  const queryClient = useQueryClient();
  const toast = useToast();
  const store = async (name: string, next: readonly Activity[]) => {
    try {
      for (const [place, activity] of next.entries()) {
        const sortOrder = (place + 1) * STEP;
        if (activity.sortOrder !== sortOrder) await changeActivity(call, activity, { sortOrder });
      }
      toast({ text: text.moved(name) });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    }
    await invalidate(queryClient, 'activities', 'projects');
  };
  return {
    move(activity: Activity, by: -1 | 1): void {
      const from = list.findIndex(({ activityID }) => activityID === activity.activityID);
      const other = list[from + by];
      if (from < 0 || !other) return;
      const next = [...list];
      next[from] = other;
      next[from + by] = activity;
      void store(activity.activityName, next);
    },
  };
}
