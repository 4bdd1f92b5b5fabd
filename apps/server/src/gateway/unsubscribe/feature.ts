import { unsubscribeRoutes } from '@stint/domain/api/gateway/unsubscribe.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { unsubscribeHandlers } from './routes.ts';

export function unsubscribeFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: unsubscribeRoutes, handlers: unsubscribeHandlers(parts) });
}
