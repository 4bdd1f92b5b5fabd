import { lazy, Suspense } from 'react';
import { WeekNotes } from '../features/approvals/week-notes.tsx';
import { WeekSteps } from '../features/approvals/week-steps.tsx';
import { WeekPage } from '../features/timesheets/week-page.tsx';
import { useCan } from '../lib/actor.ts';
import { useIdle } from '../lib/use-idle.ts';
import { WeekCalendar } from './week-calendar.tsx';

const Checklist = lazy(async () => ({
  default: (await import('../features/onboarding/checklist.tsx')).Checklist,
}));

/** `/time`: the week, with its way through approval, as a sheet, day by day or on the clock. */
export function TimePage() {
  return (
    <WeekPage Steps={WeekSteps} Notes={WeekNotes} Calendar={WeekCalendar} GettingStarted={GettingStarted} />
  );
}

/** For those who set a workspace up, once the week is there. */
function GettingStarted() {
  const isIdle = useIdle();
  const isLeader = useCan('member.manage');
  return isIdle && isLeader ? (
    <Suspense fallback={null}>
      <Checklist />
    </Suspense>
  ) : null;
}
