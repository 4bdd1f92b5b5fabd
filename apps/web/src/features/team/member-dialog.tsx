import type { Role } from '@stint/domain/workspace/roles.ts';
import { changeMember, type TeamMember } from '../../entities/team-member.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { lists } from '../../messages/lists.ts';
import { Checkbox, Field, FormError, Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
import { text } from './messages.ts';
import { useGrantableRoles } from './use-grantable-roles.ts';

const flags = ['createEditProjects', 'createEditClientsActivities', 'createEditTime'] as const;

type Values = Pick<TeamMember, 'firstName' | 'lastName' | 'role' | (typeof flags)[number]>;

/** People change their own name; their role and permissions are changed by owners and admins. */
export function MemberDialog({ person, onClose }: { person: TeamMember; onClose: () => void }) {
  const { session } = useApp();
  const canManage = useCan('member.manage');
  const { roles, error } = useGrantableRoles(person.role);
  const canChangeRole = canManage && roles.includes(person.role);
  const { values, set, nameError, dialog } = useRecordForm<Values>({
    name: 'team',
    isNew: false,
    initial: {
      firstName: person.firstName,
      lastName: person.lastName,
      role: person.role,
      createEditProjects: person.createEditProjects,
      createEditClientsActivities: person.createEditClientsActivities,
      createEditTime: person.createEditTime,
    },
    nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    save: ({ firstName, lastName, role, ...permissions }) => {
      const managed = canManage
        ? { ...(canChangeRole && role !== person.role ? { role } : {}), ...permissions }
        : {};
      return changeMember(session.call, person, { firstName, lastName, ...managed });
    },
    onClose,
  });
  return (
    <FormDialog title={text.edit} {...dialog}>
      <Field label={text.firstName} error={nameError}>
        <Input
          value={values.firstName}
          maxLength={200}
          onChange={(event) => set({ firstName: event.target.value })}
        />
      </Field>
      <Field label={text.lastName}>
        <Input
          value={values.lastName}
          maxLength={200}
          onChange={(event) => set({ lastName: event.target.value })}
        />
      </Field>
      {canManage ? (
        <>
          {error ? <FormError>{describeError(error)}</FormError> : null}
          <Field label={text.role}>
            <Select
              value={values.role}
              disabled={!canChangeRole}
              onChange={(event) => set({ role: event.target.value as Role })}
            >
              {(canChangeRole ? roles : [person.role]).map((role) => (
                <option key={role} value={role}>
                  {lists.roles[role]}
                </option>
              ))}
            </Select>
          </Field>
          {flags.map((flag) => (
            <Checkbox
              key={flag}
              label={text[flag]}
              checked={values[flag]}
              onChange={(event) => set({ [flag]: event.target.checked })}
            />
          ))}
        </>
      ) : null}
    </FormDialog>
  );
}
