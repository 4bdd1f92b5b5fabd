import { auditLogRoutes } from '@stint/domain/api/gateway/audit-log.ts';
import { defineFeature, type Feature } from '../feature.ts';
import { purgeAudit } from './purge.ts';
import { auditLogHandlers } from './routes.ts';

export function auditLogFeature(): Feature {
  return defineFeature({ routes: auditLogRoutes, handlers: auditLogHandlers, periodic: [purgeAudit()] });
}
