import { timesheetRoutes } from '@stint/domain/api/gateway/timesheets.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { timesheetHandlers } from './routes.ts';
import { createWeekNames } from './week-names.ts';
import { createWeekStamps } from './week-stamps.ts';

export function timesheetFeature(parts: GatewayParts): Feature {
  const handlers = timesheetHandlers(createWeekStamps(parts), createWeekNames(parts));
  return defineFeature({ routes: timesheetRoutes, handlers });
}
