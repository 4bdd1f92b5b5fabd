import { rateRoutes } from '@stint/domain/api/gateway/rates.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { rateHandlers } from './routes.ts';

export function rateFeature(): Feature {
  return defineFeature({ routes: rateRoutes, handlers: rateHandlers });
}
