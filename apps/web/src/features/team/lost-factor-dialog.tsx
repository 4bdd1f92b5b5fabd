import type { TeamMember } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import { fullName } from './full-name.ts';
import { text } from './messages.ts';

/** An owner reports that somebody cannot get in any more; nothing is removed by this alone. */
export function LostFactorDialog({ person, onClose }: { person: TeamMember; onClose: () => void }) {
  const { administration } = useApp().session.auth;
  const toast = useToast();
  const name = fullName(person);
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    await administration.askLostFactor(person.userID ?? '');
    toast({ text: text.lostAsked(name) });
    onClose();
  });
  return (
    <FormDialog
      title={text.lostTitle(name)}
      submitLabel={text.lostSubmit}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.lostText}</p>
    </FormDialog>
  );
}
