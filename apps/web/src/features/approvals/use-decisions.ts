import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { useToast } from '../../ui/toast.tsx';
import { itemOf, keyOf, type ListedWeek, requireDone } from './api.ts';
import { text } from './messages.ts';

export type DisapproveDetails = { reason: string; lines: { timesheetID: string }[] };

/** Decides weeks and keeps, by week, why one could not be decided. */
export function useDecisions() {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const reload = () =>
    Promise.all(['approvals', 'week'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

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
        const body = { items: weeks.map(itemOf) };
        const { results } = await session.call('POST /TimeSheet/Approve', { body });
        const failed = results.flatMap((each) =>
          each.error ? [[keyOf(each), each.error.message] as const] : [],
        );
        setFailures(new Map(failed));
        if (failed.length > 0) toast({ text: text.failed(failed.length), tone: 'danger' });
        else toast({ text: text.approved(weeks.length) });
        return failed.length === 0;
      }),
    /** @throws what the dialog shows */
    async disapprove(week: ListedWeek, details: DisapproveDetails): Promise<void> {
      const body = { items: [itemOf(week)], ...details };
      try {
        requireDone((await session.call('POST /TimeSheet/Disapprove', { body })).results);
        toast({ text: text.disapproved });
      } finally {
        void reload();
      }
    },
    remind: (weeks: readonly ListedWeek[]) =>
      run(async () => {
        const items = weeks.map(({ teamMemberID, weekEndDate }) => ({ teamMemberID, weekEndDate }));
        const { results } = await session.call('POST /TimeSheet/Remind', { body: { items } });
        toast({ text: text.reminded(results.filter(({ isReminded }) => isReminded).length) });
        return true;
      }),
  };
}
