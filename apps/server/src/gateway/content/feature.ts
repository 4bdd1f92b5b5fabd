import { contentRoutes } from '@stint/domain/api/gateway/content.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createContentHandlers } from './routes.ts';

export function contentFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: contentRoutes, handlers: createContentHandlers(parts) });
}
