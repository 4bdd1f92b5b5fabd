import { approvalRoutes } from '@stint/domain/api/gateway/approvals.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createDigest } from './digest.ts';
import { forgetAnnouncements, reminders } from './reminders.ts';
import { approvalHandlers } from './routes.ts';
import { createWeekMail, enqueueWeekMail } from './week-mail.ts';

export function approvalFeature(parts: GatewayParts): Feature {
  const weekMail = createWeekMail(parts);
  return defineFeature({
    routes: approvalRoutes,
    handlers: approvalHandlers,
    jobs: { 'week.mail': weekMail, 'week.reminder': weekMail, 'approver.digest': createDigest(parts) },
    listeners: [(job, region) => enqueueWeekMail(parts, job, region)],
    periodic: [reminders(parts), forgetAnnouncements(parts.clock)],
  });
}
