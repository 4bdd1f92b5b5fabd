import { changeRoutes } from '@stint/domain/api/gateway/changes.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { changeHandlers } from './routes.ts';

export function changeFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: changeRoutes, handlers: changeHandlers(parts) });
}
