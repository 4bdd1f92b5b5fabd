import { referenceRoutes } from '@stint/domain/api/gateway/reference.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { createReferenceHandlers } from './routes.ts';

export function referenceFeature(): Feature {
  return defineFeature({ routes: referenceRoutes, handlers: createReferenceHandlers() });
}
