import { retentionRoutes } from '@stint/domain/api/gateway/retention.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createRetentionNotice } from './notice.ts';
import { EMPTY_WEEKS, emptyOldWeeks, retentionRounds } from './rounds.ts';
import { NOTICE_MAIL, retentionHandlers } from './routes.ts';

export function retentionFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: retentionRoutes,
    handlers: retentionHandlers(parts),
    jobs: { [NOTICE_MAIL]: createRetentionNotice(parts) },
    longJobs: { [EMPTY_WEEKS]: emptyOldWeeks(parts.clock) },
    periodic: [retentionRounds(parts.clock)],
  });
}
