import type { workspaceLifecycleRoutes } from '@stint/domain/api/gateway/workspace-lifecycle.ts';
import { workspaceOrigin } from '@stint/domain/workspace/host.ts';
import { slugFromName } from '@stint/domain/workspace/slug.ts';
import { requireStepUp } from '../access/step-up.ts';
import type { AccountContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { createWorkspace } from './create.ts';
import type { WorkspaceDeps } from './deps.ts';
import {
  archiveWorkspace,
  changeWorkspace,
  deleteWorkspace,
  requireOwnWorkspace,
  restoreWorkspace,
  transferWorkspace,
} from './lifecycle.ts';
import { listWorkspaces } from './list.ts';
import type { WorkspaceRow } from './queries.ts';

/** Handlers of what happens to a workspace as a whole: it is made, renamed, archived, restored, deleted, handed over. */
export function createWorkspaceHandlers(
  deps: WorkspaceDeps,
): FeatureHandlers<typeof workspaceLifecycleRoutes> {
  const wire = (workspace: WorkspaceRow) => toWire(workspace, deps);
  const own = (context: AccountContext, id: string, ability: Parameters<typeof requireOwnWorkspace>[3]) =>
    requireOwnWorkspace(context.regions, context.identity.userUuid, id, ability);
  return {
    'GET /Workspaces': async (_, { identity }) => (await listWorkspaces(deps, identity.userUuid)).map(wire),
    'GET /Workspaces/Availability': async ({ query }) => {
      const { slug, isAvailable, reason, suggestions } = await deps.provider.checkSlug(
        slugFromName(query.slug),
      );
      const problem = reason === 'invalid' ? 'format' : reason;
      return { slug, isAvailable, problem, suggestions };
    },
    'POST /Workspaces': async ({ body }, { identity, regions }) =>
      wire(await createWorkspace({ ...deps, regions }, { ...body, userId: identity.userUuid })),
    'PUT /Workspaces/:id': async ({ params, body }, context) =>
      wire(await changeWorkspace(deps, await own(context, params.id, 'workspace.configure'), body)),
    'POST /Workspaces/:id/Archive': async ({ params }, context) => {
      const found = await own(context, params.id, 'workspace.delete');
      requireStepUp(context.identity, context.info.now);
      return wire(await archiveWorkspace(deps, found));
    },
    'POST /Workspaces/:id/Restore': async ({ params }, context) =>
      wire(await restoreWorkspace(deps, await own(context, params.id, 'workspace.delete'))),
    'DELETE /Workspaces/:id': async ({ params, body }, context) => {
      const found = await own(context, params.id, 'workspace.delete');
      requireStepUp(context.identity, context.info.now);
      return wire(await deleteWorkspace(deps, found, body.slug));
    },
    'POST /Workspaces/:id/Transfer': async ({ params, body }, context) => {
      const found = await own(context, params.id, 'workspace.transfer');
      requireStepUp(context.identity, context.info.now);
      await transferWorkspace(deps, found, body.teamMemberID);
      return { ownerID: body.teamMemberID, role: 'admin' as const };
    },
  };
}

function toWire(workspace: WorkspaceRow, { config }: WorkspaceDeps) {
  return {
    tenantID: workspace.publicId,
    name: workspace.name,
    slug: workspace.slug,
    regionCode: workspace.regionCode,
    url: workspaceOrigin(workspace.slug, { protocol: config.scheme, mainDomain: config.mainDomain }),
    status: workspace.status,
    archivedAt: workspace.archivedAt?.toISOString() ?? null,
    deleteAfter: workspace.deleteAfter?.toISOString() ?? null,
  };
}
