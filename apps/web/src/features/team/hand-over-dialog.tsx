import { useQueryClient } from '@tanstack/react-query';
import type { TeamMember } from '../../entities/team-member.ts';
import { handOverWorkspace } from '../../entities/workspace.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useConfirmedSubmit } from '../../ui/step-up.tsx';
import { useToast } from '../../ui/toast.tsx';
import { fullName } from './full-name.ts';
import { text } from './messages.ts';

/** An owner makes somebody else the owner, and is an admin from then on. */
export function HandOverDialog({ person, onClose }: { person: TeamMember; onClose: () => void }) {
  const { session, start } = useApp();
  const queryClient = useQueryClient();
  const toast = useToast();
  const name = fullName(person);
  const { isBusy, error, submit } = useConfirmedSubmit(async () => {
    await handOverWorkspace(session.call, start.tenantID, person.id);
    await invalidate(queryClient, 'team', 'workspace');
    toast({ text: text.handedOver(name) });
    onClose();
  });
  return (
    <FormDialog
      title={text.handOverTitle(name)}
      submitLabel={text.handOverSubmit}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.handOverText(name)}</p>
    </FormDialog>
  );
}
