import { queryOptions } from '@tanstack/react-query';
import type { Body } from '../lib/gateway.ts';
import type { Call } from '../lib/session.ts';

/** Invitations of the workspace, also those that were used or taken back. */
export function invitationsQuery(call: Call) {
  return queryOptions({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => call('GET /Invitations', {}, { signal }),
  });
}

/** Invites many people at once; each address is answered for itself. */
export function invite(call: Call, body: Body<'POST /Invitations'>) {
  return call('POST /Invitations', { body });
}

export function resendInvitation(call: Call, id: string) {
  return call('POST /Invitations/:id/Resend', { params: { id } });
}

/** The link that was sent last; it goes on working. */
export function readInvitationLink(call: Call, id: string) {
  return call('POST /Invitations/:id/Link', { params: { id } });
}

export function revokeInvitation(call: Call, id: string) {
  return call('DELETE /Invitations/:id', { params: { id } });
}

/** What an invitation says to whom holds its link, before it is taken. */
export function previewInvitation(call: Call, token: string) {
  return call('GET /Invitations/:token/Preview', { params: { token } });
}

export function acceptInvitation(call: Call, token: string) {
  return call('POST /Invitations/:token/Accept', { params: { token } });
}
