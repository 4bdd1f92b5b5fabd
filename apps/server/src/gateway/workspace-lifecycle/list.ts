import { sql } from '../../platform/sql.ts';
import type { WorkspaceDeps } from './deps.ts';
import { findMemberOfUser, getWorkspace, type WorkspaceRow } from './queries.ts';

/**
 * The workspaces of a person, closed ones included, with those still being made; by name.
 */
export async function listWorkspaces(deps: WorkspaceDeps, userId: string): Promise<WorkspaceRow[]> {
  const publicIds = await deps.provider.listTenants(userId);
  const lists = await Promise.all(
    [...deps.regions].map(async ([regionCode, { database }]) => {
      const directory = await database.rows<{ tenantId: string }>(sql`select tenant_id as "tenantId"
        from app.workspace_directory where public_id = any (${publicIds})`);
      const found = await Promise.all(
        directory.map(({ tenantId }) =>
          database.withTenant(tenantId, async (tx) => {
            const [workspace, member] = await Promise.all([
              getWorkspace(tx, tenantId),
              findMemberOfUser(tx, tenantId, userId),
            ]);
            return member ? workspace : null;
          }),
        ),
      );
      const making = await database.rows<{
        tenantId: string;
        publicId: string;
        name: string;
        slug: string;
      }>(sql`
        select tenant_id as "tenantId", coalesce(public_id, '') as "publicId", payload->>'name' as name,
          payload->>'slug' as slug
        from app.workspace_saga where user_id = ${userId} and kind = 'create' and state = 'running'`);
      const known = found.filter((workspace) => workspace !== null);
      const unborn = making.filter(({ tenantId }) => !known.some((other) => other.tenantId === tenantId));
      return [...known, ...unborn.map((saga) => ({ ...saga, ...provisioning, regionCode }))];
    }),
  );
  return lists.flat().sort((a, b) => a.name.localeCompare(b.name));
}

const provisioning = { status: 'provisioning', archivedAt: null, deleteAfter: null, version: 0 } as const;
