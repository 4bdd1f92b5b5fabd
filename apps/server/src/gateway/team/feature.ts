import { teamRoutes } from '@stint/domain/api/gateway/team.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { teamHandlers } from './routes.ts';

export function teamFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: teamRoutes, handlers: teamHandlers(parts) });
}
