import { activityRoutes } from '@stint/domain/api/gateway/activities.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { activityHandlers } from './routes.ts';

export function activityFeature(): Feature {
  return defineFeature({ routes: activityRoutes, handlers: activityHandlers });
}
