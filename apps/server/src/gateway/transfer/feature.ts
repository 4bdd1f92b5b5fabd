import { transferRoutes } from '@stint/domain/api/gateway/transfer.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { removeOldZips, transferJobs } from './jobs.ts';
import { createTransferHandlers } from './routes.ts';

export function transferFeature(parts: GatewayParts): Feature {
  const { clock, standings } = parts;
  return defineFeature({
    routes: transferRoutes,
    handlers: createTransferHandlers(parts),
    jobs: transferJobs(clock, standings),
    periodic: [removeOldZips(clock)],
  });
}
