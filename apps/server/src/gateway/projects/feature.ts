import { projectRoutes } from '@stint/domain/api/gateway/projects.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { projectHandlers } from './routes.ts';

export function projectFeature(): Feature {
  return defineFeature({ routes: projectRoutes, handlers: projectHandlers });
}
