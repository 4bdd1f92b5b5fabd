import { reportRoutes } from '@stint/domain/api/gateway/reports.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { reportHandlers } from './routes.ts';

export function reportFeature(): Feature {
  return defineFeature({ routes: reportRoutes, handlers: reportHandlers });
}
