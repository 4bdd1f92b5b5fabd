import { workspaceLifecycleRoutes } from '@stint/domain/api/gateway/workspace-lifecycle.ts';
import { removeJobsOf } from '../../platform/queue/claims.ts';
import { defineFeature, type Feature, type GatewayParts } from '../feature.ts';
import { createEndPayment } from '../subscription/end-payment.ts';
import { eraseSaga } from './closing-sagas.ts';
import { dueErasures } from './due-erasures.ts';
import { createWorkspaceHandlers } from './routes.ts';
import { workspaceSagas } from './sagas.ts';

export function workspaceLifecycleFeature(parts: GatewayParts): Feature {
  const { regions, payments, forgotten } = parts;
  return defineFeature({
    routes: workspaceLifecycleRoutes,
    handlers: createWorkspaceHandlers(parts),
    jobs: { 'workspace.erased': (job, { queue }) => removeJobsOf(queue, String(job.tenantId)) },
    periodic: [dueErasures(parts)],
    sagas: { ...workspaceSagas, erase: eraseSaga(createEndPayment(regions, payments), forgotten) },
  });
}
