import { credentialRoutes } from '@stint/domain/api/gateway/credentials.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createCredentialsMail } from './mail.ts';
import { createCredentialHandlers } from './routes.ts';

export function credentialFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: credentialRoutes,
    handlers: createCredentialHandlers(parts),
    jobs: { 'credentials.mail': createCredentialsMail(parts) },
  });
}
