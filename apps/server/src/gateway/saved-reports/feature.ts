import { savedReportRoutes } from '@stint/domain/api/gateway/saved-reports.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { savedReportHandlers } from './routes.ts';

export function savedReportFeature(parts: GatewayParts): Feature {
  return defineFeature({ routes: savedReportRoutes, handlers: savedReportHandlers(parts) });
}
