import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  approveWeeks,
  CHANGED_BY_A_STEP,
  type DisapproveDetails,
  disapproveWeek,
  type ListedWeek,
  remindOfWeeks,
} from '../../entities/approval.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useToast } from '../../ui/toast.tsx';
import { text } from './inbox/messages.ts';
import { useStepToast } from './use-step-toast.ts';

/** Decides weeks and keeps, by week, why one could not be decided. */
export function useDecisions() {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const tellStep = useStepToast();
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const reload = () => invalidate(queryClient, ...CHANGED_BY_A_STEP);

  /** @returns whether all of it was done; a call that failed as a whole is told in a toast */
  const run = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    try {
      return await work();
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
      return false;
    } finally {
      setIsBusy(false);
      void reload();
    }
  };

  return {
    failures,
    isBusy,
    approve: (weeks: readonly ListedWeek[]) =>
      run(async () => {
        const { done, failed } = await approveWeeks(session.call, weeks);
        setFailures(failed);
        if (failed.size > 0) toast({ text: text.failed(failed.size), tone: 'danger' });
        if (done.length > 0) tellStep(text.approved(done.length), done);
        return failed.size === 0;
      }),
    /** @throws what the dialog shows */
    async disapprove(week: ListedWeek, details: DisapproveDetails): Promise<void> {
      try {
        tellStep(text.disapproved, [await disapproveWeek(session.call, week, details)]);
      } finally {
        void reload();
      }
    },
    remind: (weeks: readonly ListedWeek[]) =>
      run(async () => {
        toast({ text: text.reminded(await remindOfWeeks(session.call, weeks)) });
        return true;
      }),
  };
}
