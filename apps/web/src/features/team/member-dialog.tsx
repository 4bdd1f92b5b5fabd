import { MAX_WEEK_MINUTES } from '@stint/domain/time/hours.ts';
import { MAX_NAME_LENGTH } from '@stint/domain/workspace/lengths.ts';
import type { Role } from '@stint/domain/workspace/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeMember, type TeamMember, teamQuery } from '../../entities/team-member.ts';
import { useCan } from '../../lib/actor.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { formatHours, readHours } from '../../lib/hours.ts';
import { weekdayName } from '../../lib/today.ts';
import { lists } from '../../messages/lists.ts';
import { writeValue } from '../../ui/conflict-choice.tsx';
import { DayHours, readDays, typedDays } from '../../ui/day-hours.tsx';
import { Checkbox, Field, FormError, Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameAmong } from '../../ui/name-among.ts';
import { useRecordForm } from '../../ui/use-record-form.ts';
import { type Flag, Flags } from './flags.tsx';
import { fullName } from './full-name.ts';
import { text } from './messages.ts';
import { useGrantableRoles } from './use-grantable-roles.ts';

type Values = Pick<TeamMember, 'firstName' | 'lastName' | 'role' | 'approverID' | Flag> & {
  /** As it is typed; empty: as the workspace. */
  weekly: string;
  /** Of each day, as typed; null: spread as in the workspace. */
  days: string[] | null;
};

function valuesOf(person: TeamMember): Values {
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    role: person.role,
    approverID: person.approverID,
    weekly: person.weeklyMinutes == null ? '' : formatHours(person.weeklyMinutes),
    days: person.schedule ? typedDays(person.schedule) : null,
    createEditProjects: person.createEditProjects,
    createEditClientsActivities: person.createEditClientsActivities,
    createEditTime: person.createEditTime,
  };
}

/** People change their own name; their role and permissions are changed by owners and admins. */
export function MemberDialog({ person, onClose }: { person: TeamMember; onClose: () => void }) {
  const { session, start } = useApp();
  const canManage = useCan('member.manage');
  const team = useQuery(teamQuery(session.call, start.me.teamMemberID, false)).data ?? [];
  const named = team.map((one) => ({ id: one.id, name: fullName(one) }));
  const [hasTried, setHasTried] = useState(false);
  const { roles, error } = useGrantableRoles(person.role);
  const canChangeRole = canManage && roles.includes(person.role);
  const { values, set, nameError, dialog } = useRecordForm<Values, TeamMember>({
    name: 'team',
    thing: person,
    valuesOf: (stored) => valuesOf(stored ?? person),
    words: {
      firstName: { label: text.firstName },
      lastName: { label: text.lastName },
      role: { label: text.role, write: (role) => lists.roles[role] },
      approverID: {
        label: text.approver,
        write: (id) => (id === null ? text.noApprover : nameAmong(named, 'id', 'name')(id)),
      },
      weekly: { label: text.weekly },
      days: {
        label: text.ownDays,
        write: (days) => writeValue(days?.map((hours, day) => `${weekdayName(day)} ${hours}`) ?? null),
      },
      createEditProjects: { label: text.createEditProjects },
      createEditClientsActivities: { label: text.createEditClientsActivities },
      createEditTime: { label: text.createEditTime },
    },
    nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    save: ({ firstName, lastName, role, weekly, days, ...permissions }, stored) => {
      const hours = readWeekly(weekly);
      const schedule = days && readDays(days);
      const managed = canManage
        ? {
            ...(canChangeRole && role !== (stored ?? person).role ? { role } : {}),
            schedule,
            weeklyMinutes: schedule ? sum(schedule) : hours?.ok ? hours.minutes : null,
            ...permissions,
          }
        : {};
      return changeMember(session.call, stored ?? person, { firstName, lastName, ...managed });
    },
    onClose,
  });
  const isWrong = values.days ? readDays(values.days) === null : readWeekly(values.weekly)?.ok === false;
  return (
    <FormDialog
      title={text.edit}
      {...dialog}
      onSubmit={() => {
        setHasTried(true);
        if (!isWrong) dialog.onSubmit();
      }}
    >
      <Field label={text.firstName} error={nameError}>
        <Input
          value={values.firstName}
          maxLength={MAX_NAME_LENGTH}
          onChange={(event) => set({ firstName: event.target.value })}
        />
      </Field>
      <Field label={text.lastName}>
        <Input
          value={values.lastName}
          maxLength={MAX_NAME_LENGTH}
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
          <Field label={text.approver} hint={text.approverHint}>
            <Select
              value={values.approverID ?? ''}
              onChange={(event) => set({ approverID: event.target.value || null })}
            >
              <option value="">{text.noApprover}</option>
              {team
                .filter(({ id, status }) => id !== person.id && status === 'active')
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {fullName(one)}
                  </option>
                ))}
            </Select>
          </Field>
          {values.days ? (
            <DayHours
              legend={text.weekly}
              typed={values.days}
              onChange={(days) => set({ days })}
              problem={hasTried ? text.dayInvalid : null}
            />
          ) : (
            <Field
              label={text.weekly}
              hint={text.weeklyHint}
              error={hasTried && isWrong ? text.weeklyInvalid : null}
            >
              <Input
                value={values.weekly}
                maxLength={8}
                onChange={(event) => set({ weekly: event.target.value })}
              />
            </Field>
          )}
          <Checkbox
            label={text.ownDays}
            hint={text.ownDaysHint}
            checked={values.days !== null}
            onChange={(event) =>
              set({
                days: event.target.checked ? typedDays(person.schedule ?? start.settings.schedule) : null,
              })
            }
          />
          <Flags values={values} onChange={set} />
        </>
      ) : null}
    </FormDialog>
  );
}

/** Null where nothing is typed: then it is as the workspace has it. */
function readWeekly(typed: string) {
  return typed.trim() === '' ? null : readHours(typed, { maxMinutes: MAX_WEEK_MINUTES });
}

function sum(days: readonly number[]): number {
  return days.reduce((all, day) => all + day, 0);
}
