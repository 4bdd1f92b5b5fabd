import { projectRoutes } from '@stint/domain/api/gateway/projects.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createPickables } from './pickable.ts';
import { projectHandlers } from './routes.ts';

export function projectFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: projectRoutes, handlers: projectHandlers(createPickables(parts)) });
}
