import { timerRoutes } from '@stint/domain/api/gateway/timers.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { timerHandlers } from './routes.ts';

export function timerFeature(): Feature {
  return defineFeature({ routes: timerRoutes, handlers: timerHandlers });
}
