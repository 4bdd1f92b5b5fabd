import { defineSilentFeature, type Feature, type GatewayParts } from '../feature.ts';
import { budgetAlerts } from './alerts.ts';
import { createBudgetMail } from './mail.ts';

export function budgetFeature(parts: GatewayParts): Feature {
  return defineSilentFeature({
    jobs: { 'budget.mail': createBudgetMail(parts) },
    periodic: [budgetAlerts(parts.clock)],
  });
}
