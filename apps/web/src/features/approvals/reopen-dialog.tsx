import { useQueryClient } from '@tanstack/react-query';
import { CHANGED_BY_A_STEP, reopenWeek, type VersionedWeek } from '../../entities/approval.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { weekLabel } from '../../lib/today.ts';
import { text } from './messages.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useStepToast } from './use-step-toast.ts';

export type ReopenDialogProps = {
  week: VersionedWeek;
  /** Whose week it is; null for the own one. */
  person: string | null;
  onDone: () => void;
  onClose: () => void;
};

/** Opens an approved week again, for owner and admin, never without a reason. */
export function ReopenDialog({ week, person, onDone, onClose }: ReopenDialogProps) {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const tellStep = useStepToast();
  const label = weekLabel(week.weekEndDate);
  const send = async (reason: string) => {
    try {
      tellStep(text.reopen.done, [await reopenWeek(session.call, week, reason)]);
    } finally {
      void invalidate(queryClient, ...CHANGED_BY_A_STEP);
    }
    onDone();
  };
  return (
    <ReasonDialog
      title={person === null ? text.reopen.titleOwn(label) : text.reopen.title(person, label)}
      intro={text.reopen.text}
      submitLabel={text.reopen.button}
      hint={text.reopen.hint}
      missing={text.reopen.missing}
      onSend={send}
      onClose={onClose}
    />
  );
}
