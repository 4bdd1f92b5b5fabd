import { MAX_EMAIL_LENGTH } from '@stint/domain/auth/email.ts';
import type { Role } from '@stint/domain/workspace/roles.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitationsQuery, invite } from '../../entities/invitation.ts';
import type { TeamMember } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { invalidate } from '../../lib/invalidate.ts';
import { useSubmit } from '../../lib/use-async.ts';
import { lists } from '../../messages/lists.ts';
import { Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Flags, type FlagValues } from './flags.tsx';
import { fullName } from './full-name.ts';
import { text } from './messages.ts';
import { useGrantableRoles } from './use-grantable-roles.ts';

/** Who has no more than the role. */
const noFlags: FlagValues = {
  createEditProjects: false,
  createEditClientsActivities: false,
  createEditTime: false,
};

export type InviteDialogProps = {
  /** A placeholder that the invited person is; without one many are invited by their pasted addresses. */
  placeholder?: TeamMember;
  onClose: () => void;
};

/** Invites people by their addresses; each is answered for itself. */
export function InviteDialog({ placeholder, onClose }: InviteDialogProps) {
  const { session } = useApp();
  const { roles, error: rolesError } = useGrantableRoles();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [emails, setEmails] = useState(placeholder?.email ?? '');
  const [flags, setFlags] = useState(noFlags);
  const [role, setRole] = useState<Role>('member');
  const [isMissing, setIsMissing] = useState(false);
  const [left, setLeft] = useState<string | null>(null);
  const { isBusy, error, submit } = useSubmit(async () => {
    const addresses = [...new Set(emails.split(/[\s,;]+/).filter(Boolean))];
    const isWrong = addresses.length === 0 || (placeholder !== undefined && addresses.length > 1);
    setIsMissing(isWrong);
    if (isWrong) return;
    const waiting = queryClient.getQueryData(invitationsQuery(session.call).queryKey) ?? [];
    const pending = waiting
      .filter(({ status }) => status === 'pending')
      .map((one) => one.email.toLowerCase());
    const { results } = await invite(session.call, {
      emails: addresses,
      role,
      ...(Object.values(flags).includes(true) ? flags : {}),
      ...(placeholder ? { teamMemberID: placeholder.id } : {}),
    });
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
      title={placeholder ? text.inviteOne(fullName(placeholder)) : text.inviteTitle}
      submitLabel={text.send}
      isBusy={isBusy}
      error={error ?? rolesError}
      onSubmit={submit}
      onClose={onClose}
    >
      {placeholder ? (
        <Field label={text.email} hint={text.inviteOneHint} error={isMissing ? text.emailMissing : left}>
          <Input
            type="email"
            value={emails}
            maxLength={MAX_EMAIL_LENGTH}
            autoFocus
            onChange={(event) => setEmails(event.target.value)}
          />
        </Field>
      ) : (
        <Field label={text.emails} hint={text.emailsHint} error={isMissing ? text.emailsMissing : left}>
          <TextArea rows={4} value={emails} autoFocus onChange={(event) => setEmails(event.target.value)} />
        </Field>
      )}
      <Field label={text.role}>
        <Select value={role} onChange={(event) => setRole(event.target.value as Role)}>
          {roles.map((each) => (
            <option key={each} value={each}>
              {lists.roles[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Flags values={flags} onChange={(change) => setFlags({ ...flags, ...change })} />
    </FormDialog>
  );
}
