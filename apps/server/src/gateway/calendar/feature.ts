import { calendarRoutes } from '@stint/domain/api/gateway/calendar.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { calendarHandlers } from './routes.ts';

export function calendarFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: calendarRoutes, handlers: calendarHandlers(parts) });
}
