import { lazy, memo, Suspense } from 'react';
import { useCan } from '../lib/actor.ts';
import { useIdle } from '../lib/use-idle.ts';

const Checklist = lazy(async () => ({
  default: (await import('../features/onboarding/checklist.tsx')).Checklist,
}));

/** For those who set a workspace up, once the page is there: beside the week and on the dashboard, until all of it is done. */
export const GettingStarted = memo(function GettingStarted() {
  const isIdle = useIdle();
  const isLeader = useCan('member.manage');
  return isIdle && isLeader ? (
    <Suspense fallback={null}>
      <Checklist />
    </Suspense>
  ) : null;
});
