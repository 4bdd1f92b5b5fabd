import { longWorkRoutes } from '@stint/domain/api/gateway/long-work.ts';
import type { Clock } from '../../platform/clock.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { PeriodicTask } from '../jobs/worker.ts';
import { keptMs, removeOldParts, removeOldWork } from './queries.ts';
import { longWorkHandlers } from './routes.ts';

const listedMs = 30 * 24 * 60 * 60_000;

export function longWorkFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: longWorkRoutes,
    handlers: longWorkHandlers(parts),
    periodic: [removeOldResults(parts.clock)],
  });
}

/** Files are kept for two days, and a month that there were any. */
function removeOldResults(clock: Clock): PeriodicTask {
  return forEachTenant('old results of long work', 60 * 60_000, async (tenantId, { database }) => {
    const before = (ms: number) => new Date(clock.now().getTime() - ms);
    await database.withTenant(tenantId, async (tx) => {
      await removeOldParts(tx, tenantId, before(keptMs));
      await removeOldWork(tx, tenantId, before(listedMs));
    });
  });
}
