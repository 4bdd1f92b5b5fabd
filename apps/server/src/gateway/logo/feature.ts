import { logoRoutes } from '@stint/domain/api/gateway/logo.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { logoHandlers } from './routes.ts';

export function logoFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: logoRoutes, handlers: logoHandlers(parts) });
}
