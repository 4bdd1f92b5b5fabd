import { searchRoutes } from '@stint/domain/api/gateway/search.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { searchHandlers } from './routes.ts';

export function searchFeature(): Feature {
  return defineFeature({ routes: searchRoutes, handlers: searchHandlers });
}
