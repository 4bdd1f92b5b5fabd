import { queryOptions } from '@tanstack/react-query';
import { addOnce } from '../lib/add-once.ts';
import type { Answer, Body } from '../lib/gateway.ts';
import type { ListFilter } from '../lib/list-filter.ts';
import type { Call } from '../lib/session.ts';

export type Activity = Answer<'GET /Activities'>[number];
export type ActivityFields = Omit<Body<'POST /Activities'>, 'activityID'>;

/** Activities in use or archived, with a word those that contain it. */
export function activitiesQuery(call: Call, { isArchived = false, q }: ListFilter = {}) {
  const query = q ? { q } : {};
  return queryOptions({
    queryKey: ['activities', isArchived ? 'archived' : 'open', ...(q ? [q] : [])],
    queryFn: ({ signal }) =>
      isArchived
        ? call('GET /Activities/GetArchivedActivities', { query }, { signal })
        : call('GET /Activities', { query }, { signal }),
  });
}

export function readActivity(call: Call, id: string): Promise<Activity> {
  return call('GET /Activities/:id', { params: { id } });
}

export function activityQuery(call: Call, id: string) {
  return queryOptions({ queryKey: ['activities', 'one', id], queryFn: () => readActivity(call, id) });
}

/** @param activityID the same for each try */
export function createActivity(call: Call, activityID: string, fields: ActivityFields): Promise<Activity> {
  const body = { activityID, ...fields };
  return addOnce({
    add: () => call('POST /Activities', { body }, { idempotencyKey: activityID }),
    read: () => readActivity(call, activityID),
    change: (activity) => changeActivity(call, activity, fields),
  });
}

export function changeActivity(
  call: Call,
  activity: Activity,
  fields: Omit<Body<'PUT /Activities/:id'>, 'version'>,
): Promise<Activity> {
  const body = { ...fields, version: activity.version };
  return call('PUT /Activities/:id', { params: { id: activity.activityID }, body });
}

/** Moves the entries of one activity into another and archives the one. */
export function mergeActivity(call: Call, into: string, { activityID }: Activity) {
  return call('POST /Activities/:id/Merge', { params: { id: into }, body: { from: activityID } });
}

export function archiveActivity(call: Call, { activityID }: Activity) {
  return call('DELETE /Activities/:id', { params: { id: activityID } });
}

export function restoreActivity(call: Call, { activityID }: Activity) {
  return call('PUT /Activities/:id/Restore', { params: { id: activityID } });
}
