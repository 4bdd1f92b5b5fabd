import { invitationRoutes } from '@stint/domain/api/gateway/invitations.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { acceptSaga } from './accept-saga.ts';
import { createInvitationMail } from './mail.ts';
import { createInvitationHandlers } from './routes.ts';

export function invitationFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: invitationRoutes,
    handlers: createInvitationHandlers(parts),
    jobs: { 'invitation.mail': createInvitationMail(parts) },
    sagas: { accept: acceptSaga },
  });
}
