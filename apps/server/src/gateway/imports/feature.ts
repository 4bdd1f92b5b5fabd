import { importRoutes } from '@stint/domain/api/gateway/imports.ts';
import { DAY_MS, HOUR_MS } from '@stint/domain/time/units.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { forgetting } from '../jobs/housekeeping.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import { jobKindOf } from '../long-work/begin.ts';
import { runLongWork } from '../long-work/run.ts';
import { runImport } from './commit.ts';
import { removeOldUploads } from './queries.ts';
import { createImportHandlers } from './routes.ts';
import { dropOldBatches } from './staging.ts';
import { runUndo } from './undo.ts';

export function importFeature({ clock, standings }: GatewayParts): Feature {
  return defineFeature({
    routes: importRoutes,
    handlers: createImportHandlers({ clock }),
    longJobs: {
      [jobKindOf('entries')]: runLongWork(clock, standings, runImport),
      [jobKindOf('undo')]: runLongWork(clock, standings, runUndo),
    },
    periodic: [
      forgetting('lines on their way in', { clock, keptMs: DAY_MS }, dropOldBatches),
      forEachTenant('files that nobody imported', HOUR_MS, async (tenantId, { database }) => {
        const before = new Date(clock.now().getTime() - DAY_MS);
        await database.withTenant(tenantId, (tx) => removeOldUploads(tx, tenantId, before));
      }),
    ],
  });
}
