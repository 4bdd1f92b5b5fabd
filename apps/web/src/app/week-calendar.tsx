import { lazy, Suspense } from 'react';
import { useQueueSnapshot, useTimeStore } from '../features/timesheets/time-store.ts';
import type { CalendarProps } from '../features/timesheets/week-page.tsx';
import { common } from '../messages/common.ts';
import { SkeletonRows } from '../ui/skeleton.tsx';

const CalendarView = lazy(async () => ({
  default: (await import('../features/calendar/calendar-view.tsx')).CalendarView,
}));

/** The week on the clock; what is changed there goes through the queue of the sheet, so that both agree at once. */
export function WeekCalendar({ week, ...hands }: CalendarProps) {
  const { queue } = useTimeStore();
  useQueueSnapshot();
  return (
    <Suspense fallback={<SkeletonRows count={8} label={common.loading} />}>
      <CalendarView week={week} edits={queue.edits(week)} {...hands} />
    </Suspense>
  );
}
