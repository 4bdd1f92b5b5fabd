import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../lib/actor.ts';
import { useApp } from '../lib/app-context.ts';
import { lists } from '../messages/lists.ts';
import { activitiesQuery } from './activity.ts';
import { clientsQuery } from './client.ts';
import { archivedByIdQueries } from './project.ts';
import { teamQuery } from './team-member.ts';

/** Ids that stand in none of the lists of what is in use. */
export type Unnamed = { [Kind in 'projects' | 'activities' | 'clients' | 'people']?: readonly string[] };

/**
 * Names of what was archived and is still spoken of: by a rate, or by the filter of a report. Nothing is asked where nothing
 * is; a name that was heard stays while the lists are searched.
 */
export function useArchivedNames({
  projects = [],
  activities = [],
  clients = [],
  people = [],
}: Unnamed): ReadonlyMap<string, string> {
  const { session, start } = useApp();
  const { call } = session;
  const seesPeople = useCan('member.manage');
  const [heard] = useState(() => new Map<string, string>());
  const isArchived = true;
  const ofProjects = useQueries({ queries: archivedByIdQueries(call, projects) });
  const ofActivities = useQuery({
    ...activitiesQuery(call, { isArchived }),
    enabled: activities.length > 0,
  }).data;
  const ofClients = useQuery({ ...clientsQuery(call, { isArchived }), enabled: clients.length > 0 }).data;
  const ofPeople = useQuery({
    ...teamQuery(call, start.me.teamMemberID, isArchived),
    enabled: seesPeople && people.length > 0,
  }).data;
  const names = [
    ...ofProjects.flatMap(({ data = [] }) =>
      data.map(({ projectID, projectName }) => [projectID, projectName] as const),
    ),
    ...(ofActivities ?? []).map(({ activityID, activityName }) => [activityID, activityName] as const),
    ...(ofClients ?? []).map(({ clientID, clientName }) => [clientID, clientName] as const),
    ...(ofPeople ?? []).map(
      ({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()] as const,
    ),
  ];
  for (const [id, name] of names) heard.set(id, lists.archivedName(name));
  return heard;
}
