import { savedReportRoutes } from '@stint/domain/api/gateway/saved-reports.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createPlanMail } from './plan-mail.ts';
import { savedReportHandlers } from './routes.ts';
import { sendByPlan } from './send-by-plan.ts';

export function savedReportFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: savedReportRoutes,
    handlers: savedReportHandlers(parts),
    jobs: { 'report.mail': createPlanMail(parts) },
    periodic: [sendByPlan(parts)],
  });
}
