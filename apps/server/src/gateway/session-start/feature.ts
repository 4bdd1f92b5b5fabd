import { sessionStartRoutes } from '@stint/domain/api/gateway/session-start.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { sessionStartHandlers } from './routes.ts';

export function sessionStartFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: sessionStartRoutes, handlers: sessionStartHandlers(parts) });
}
