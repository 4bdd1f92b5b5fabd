import { timesheetRoutes } from '@stint/domain/api/gateway/timesheets.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { timesheetHandlers } from './routes.ts';
import { createWeekStamps } from './week-stamps.ts';

export function timesheetFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: timesheetRoutes, handlers: timesheetHandlers(createWeekStamps(parts)) });
}
