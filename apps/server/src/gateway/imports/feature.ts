import { importRoutes } from '@stint/domain/api/gateway/imports.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { dayMs, forgetting, hourMs } from '../jobs/housekeeping.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import { removeOldUploads } from './queries.ts';
import { createImportHandlers } from './routes.ts';
import { dropOldBatches } from './staging.ts';

export function importFeature({ clock }: GatewayParts): Feature {
  return defineFeature({
    routes: importRoutes,
    handlers: createImportHandlers(),
    periodic: [
      forgetting('lines on their way in', { clock, keptMs: dayMs }, dropOldBatches),
      forEachTenant('files that nobody imported', hourMs, async (tenantId, { database }) => {
        const before = new Date(clock.now().getTime() - dayMs);
        await database.withTenant(tenantId, (tx) => removeOldUploads(tx, tenantId, before));
      }),
    ],
  });
}
