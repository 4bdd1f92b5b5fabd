import { transferRoutes } from '@stint/domain/api/gateway/transfer.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { jobKindOf } from '../long-work/begin.ts';
import { runLongWork } from '../long-work/run.ts';
import { exportWorkspace } from './export.ts';
import { importWorkspace } from './import.ts';
import { createTransferHandlers } from './routes.ts';

export function transferFeature(parts: GatewayParts): Feature {
  return defineFeature({
    routes: transferRoutes,
    handlers: createTransferHandlers(parts),
    longJobs: transferJobs(parts),
  });
}

/** The jobs of moving workspaces, also under the words that 0.1.0 has for them. */
export function transferJobs({
  clock,
  standings,
}: Pick<GatewayParts, 'clock' | 'standings'>): Record<string, JobHandler> {
  const exporting = runLongWork(clock, standings, exportWorkspace);
  const importing = runLongWork(clock, standings, importWorkspace);
  return {
    [jobKindOf('export')]: exporting,
    [jobKindOf('import')]: importing,
    'workspace.export': exporting,
    'workspace.import': importing,
  };
}
