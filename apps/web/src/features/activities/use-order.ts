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
  const placeOf = ({ activityID }: Activity) => list.findIndex((each) => each.activityID === activityID);
  const put = (activity: Activity, to: number): void => {
    const from = placeOf(activity);
    if (from < 0 || to < 0 || to >= list.length) return;
    const next = list.filter((_, place) => place !== from);
    next.splice(to, 0, activity);
    void store(activity.activityName, next);
  };
  return {
    move: (activity: Activity, by: -1 | 1) => put(activity, placeOf(activity) + by),
    /** In the place of another, which goes below or above it. */
    moveTo: (activity: Activity, place: Activity) => put(activity, placeOf(place)),
  };
}
