import { retentionRoutes } from '@stint/domain/api/gateway/retention.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createRetentionNotice } from './notice.ts';
import { EMPTY_WEEKS, emptyOldWeeks, retentionRounds } from './rounds.ts';
import { retentionHandlers } from './routes.ts';
import { NOTICE_MAIL, REMINDER, remindOwners } from './tell-owners.ts';

export function retentionFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: retentionRoutes,
    handlers: retentionHandlers(parts),
    jobs: { [NOTICE_MAIL]: createRetentionNotice(parts), [REMINDER]: remindOwners(parts.clock) },
    longJobs: { [EMPTY_WEEKS]: emptyOldWeeks() },
    periodic: [retentionRounds(parts.clock)],
  });
}
