import { tagRoutes } from '@stint/domain/api/gateway/tags.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { tagHandlers } from './routes.ts';

export function tagFeature(): Feature {
  return defineFeature({ routes: tagRoutes, handlers: tagHandlers });
}
