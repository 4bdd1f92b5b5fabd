import { useQueryClient } from '@tanstack/react-query';
import { CHANGED_BY_A_STEP, undoSteps, type VersionedWeek } from '../../entities/approval.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { common } from '../../messages/common.ts';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';

/** Says what was done to weeks, with an Undo beside it: until it is gone nobody else was told. */
export function useStepToast(): (told: string, weeks: readonly VersionedWeek[]) => void {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const undo = async (weeks: readonly VersionedWeek[]) => {
    try {
      await undoSteps(session.call, weeks);
      toast({ text: text.takenBack });
    } catch (error) {
      toast({ text: describeError(error), tone: 'danger' });
    } finally {
      void invalidate(queryClient, ...CHANGED_BY_A_STEP);
    }
  };
  return (told, weeks) =>
    toast({ text: told, action: { label: common.undo, onPress: () => void undo(weeks) } });
}
