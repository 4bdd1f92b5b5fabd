import { weekLabel } from '@stint/domain/time/week.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '../../lib/app-context.ts';
import { useToast } from '../../ui/toast.tsx';
import { itemOf, requireDone, type WeekRef } from './api.ts';
import { text } from './messages.ts';
import { ReasonDialog } from './reason-dialog.tsx';

export type ReopenDialogProps = {
  week: WeekRef & { version: number };
  /** Whose week it is; null for the own one. */
  person: string | null;
  onDone: () => void;
  onClose: () => void;
};

/** Opens an approved week again, for owner and admin, never without a reason. */
export function ReopenDialog({ week, person, onDone, onClose }: ReopenDialogProps) {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const label = weekLabel(week.weekEndDate);
  const send = async (reason: string) => {
    try {
      const body = { items: [itemOf(week)], reason };
      requireDone((await session.call('POST /TimeSheet/Reopen', { body })).results);
      toast({ text: text.reopen.done });
    } finally {
      const names = ['approvals', 'week', 'weekHistory'];
      void Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
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
