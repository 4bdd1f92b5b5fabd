import { clientRoutes } from '@stint/domain/api/gateway/clients.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { clientHandlers } from './routes.ts';

export function clientFeature(): Feature {
  return defineFeature({ routes: clientRoutes, handlers: clientHandlers });
}
