import { useQuery } from '@tanstack/react-query';
import { activitiesQuery } from '../../entities/activity.ts';
import { clientsQuery } from '../../entities/client.ts';
import { projectTypesQuery } from '../../entities/project.ts';
import { teamQuery } from '../../entities/team-member.ts';
import { useApp } from '../../lib/app-context.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { common } from '../../messages/common.ts';
import { lists } from '../../messages/lists.ts';
import { colorName } from '../../ui/color-field.tsx';
import { writeValue } from '../../ui/conflict-choice.tsx';
import { nameAmong } from '../../ui/name-among.ts';
import type { FieldWords } from '../../ui/use-shared-values.ts';
import { text } from './messages.ts';
import type { ProjectValues } from './project-values.ts';

const words = text.settings;

/** How the fields of a project's settings are told beside those of a colleague: things by their names. */
export function useProjectWords(): FieldWords<ProjectValues> {
  const { session, start } = useApp();
  const { call } = session;
  const fullDate = useFullDate();
  const clients = useQuery(clientsQuery(call)).data;
  const types = useQuery(projectTypesQuery(call)).data;
  const activities = useQuery(activitiesQuery(call)).data;
  const team = useQuery(teamQuery(call, start.me.teamMemberID, false)).data;
  const people = team?.map((one) => ({ id: one.id, name: `${one.firstName} ${one.lastName}`.trim() }));
  const nameOfActivity = nameAmong(activities, 'activityID', 'activityName');
  const writeDate = (date: string) => (date === '' ? common.conflict.nothing : fullDate(date));
  return {
    projectName: { label: lists.name },
    code: { label: lists.code },
    clientID: { label: words.client, write: nameAmong(clients, 'clientID', 'clientName') },
    projectTypeID: { label: words.type, write: nameAmong(types, 'projectTypeID', 'name') },
    managerID: { label: text.people.manager, write: nameAmong(people, 'id', 'name') },
    color: { label: lists.color, write: colorName },
    description: { label: words.description },
    startDate: { label: words.startDate, write: writeDate },
    endDate: { label: words.endDate, write: writeDate },
    isBillable: { label: words.billable },
    rateMode: { label: words.rateMode, write: (mode) => words.rateModes[mode] },
    hourlyRate: { label: words.hourlyRate },
    activityRates: {
      label: words.rateModes.activity,
      write: (rates) =>
        writeValue(Object.entries(rates).map(([id, amount]) => `${nameOfActivity(id)} ${amount}`)),
    },
    budgetKind: { label: words.budgetKind, write: (kind) => words.budgetKinds[kind] },
    budgetHours: { label: words.budgetHours },
    budgetAmount: { label: words.budgetAmount },
    budgetPeriod: { label: words.budgetPeriod, write: (period) => words.budgetPeriods[period] },
    alerts: { label: words.alerts },
    visibility: { label: words.visibility, write: (each) => words.visibilities[each] },
    memberIDs: { label: words.members, write: nameAmong(people, 'id', 'name') },
    activityIDs: { label: words.activities, write: nameOfActivity },
  };
}
