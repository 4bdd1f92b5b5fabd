import type { Role } from '@stint/domain/workspace/roles.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitationsQuery, invite } from '../../entities/invitation.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { lists } from '../../messages/lists.ts';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { text } from './messages.ts';
import { useGrantableRoles } from './use-grantable-roles.ts';

/** Invites many people by their pasted addresses; each is answered for itself. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { session } = useApp();
  const { roles, error: rolesError } = useGrantableRoles();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [emails, setEmails] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [isMissing, setIsMissing] = useState(false);
  const [left, setLeft] = useState<string | null>(null);
  const { isBusy, error, submit } = useSubmit(async () => {
    const addresses = [...new Set(emails.split(/[\s,;]+/).filter(Boolean))];
    setIsMissing(addresses.length === 0);
    if (addresses.length === 0) return;
    const waiting = queryClient.getQueryData(invitationsQuery(session.call).queryKey) ?? [];
    const pending = waiting
      .filter(({ status }) => status === 'pending')
      .map((one) => one.email.toLowerCase());
    const { results } = await invite(session.call, { emails: addresses, role });
    await invalidate(queryClient, 'invitations', 'team');
    const of = (outcome: string) =>
      results.filter((result) => result.outcome === outcome).map(({ email }) => email);
    const [invited, members, invalid] = [of('invited'), of('alreadyMember'), of('invalid')];
    const again = invited.filter((email) => pending.includes(email.toLowerCase()));
    if (again.length > 0) toast({ text: text.sentAgain(again.join(', ')) });
    if (invited.length > again.length) toast({ text: text.sent(invited.length - again.length) });
    if (invalid.length === 0 && members.length === 0) return onClose();
    setEmails(invalid.join('\n'));
    setLeft(
      [
        ...(invalid.length > 0 ? [text.invalid(invalid.join(', '))] : []),
        ...(members.length > 0 ? [text.alreadyMember(members.join(', '))] : []),
      ].join(' '),
    );
  });
  return (
    <FormDialog
      title={text.inviteTitle}
      submitLabel={text.send}
      isBusy={isBusy}
      error={error ?? rolesError}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={text.emails} hint={text.emailsHint} error={isMissing ? text.emailsMissing : left}>
        <TextArea rows={4} value={emails} autoFocus onChange={(event) => setEmails(event.target.value)} />
      </Field>
      <Field label={text.role}>
        <Select value={role} onChange={(event) => setRole(event.target.value as Role)}>
          {roles.map((each) => (
            <option key={each} value={each}>
              {lists.roles[each]}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
