import { queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

export type TeamMember = Answer<'GET /TeamMember/:id'>;

/** The people of the workspace whom this person may see, or the archived ones. */
export function teamQuery(call: Call, me: string, isArchived: boolean) {
  return queryOptions({
    queryKey: ['team', isArchived ? 'archived' : 'active'],
    queryFn: ({ signal }) =>
      isArchived
        ? call('GET /TeamMember/GetArchivedTeam', {}, { signal })
        : call('GET /TeamMember/GetTeam/:id', { params: { id: me } }, { signal }),
  });
}

export function memberQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: ['team', 'member', id],
    queryFn: ({ signal }) => call('GET /TeamMember/:id', { params: { id } }, { signal }),
  });
}

export function changeMember(
  call: Call,
  { id, version }: TeamMember,
  fields: Omit<Body<'PUT /TeamMember/:id'>, 'version'>,
) {
  return call('PUT /TeamMember/:id', { params: { id }, body: { ...fields, version } });
}

/** Adds somebody who does not sign in. @param teamMemberID the same for each try of the same fields */
export function createPlaceholder(
  call: Call,
  teamMemberID: string,
  fields: Omit<Body<'POST /TeamMember/Placeholders'>, 'teamMemberID'>,
) {
  const body = { teamMemberID, ...fields };
  return call('POST /TeamMember/Placeholders', { body }, { idempotencyKey: teamMemberID });
}

/** Moves all time of a placeholder to a member and removes the placeholder. */
export function mergePlaceholder(call: Call, into: string, { id }: TeamMember) {
  return call('POST /TeamMember/:id/Merge', { params: { id: into }, body: { from: id } });
}

export function archiveMember(call: Call, { id }: TeamMember) {
  return call('DELETE /TeamMember/:id', { params: { id } });
}

export function restoreMember(call: Call, { id }: TeamMember) {
  return call('PUT /TeamMember/:id/Restore', { params: { id } });
}

/** Which mails the person wants. */
export function preferencesQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: ['preferences', id],
    queryFn: ({ signal }) => call('GET /TeamMember/:id/Preferences', { params: { id } }, { signal }),
  });
}

export function savePreferences(call: Call, id: string, body: Body<'PUT /TeamMember/:id/Preferences'>) {
  return call('PUT /TeamMember/:id/Preferences', { params: { id }, body });
}

/** Sends the person a mail of one kind, with made-up facts. */
export function sendTestMail(call: Call, name: Body<'POST /TestMails'>['name']) {
  return call('POST /TestMails', { body: { name } });
}
