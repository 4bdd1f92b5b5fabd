import type { Database } from '../../platform/database.ts';
import { isOutage } from '../../platform/database-errors.ts';
import { sql } from '../../platform/sql.ts';
import type { WorkspaceDeps } from './deps.ts';
import { findMemberOfUser, getWorkspace, type WorkspaceRow } from './queries.ts';

/**
 * The workspaces of a person, closed ones included, with those still being made; by name. Those of a region that is away are as the
 * provider knows them: nobody shall think that theirs are gone.
 */
export async function listWorkspaces(deps: WorkspaceDeps, userId: string): Promise<WorkspaceRow[]> {
  const publicIds = await deps.provider.listTenants(userId);
  const answers = await Promise.all(
    [...deps.regions].map(([regionCode, { database }]) =>
      listInRegion(database, { regionCode, publicIds, userId }).catch(nullIfAway),
    ),
  );
  const known = answers.flatMap((rows) => rows ?? []);
  const away = [...deps.regions.keys()].filter((_code, at) => answers[at] === null);
  return [...known, ...(await listAway(deps, publicIds, { known, away }))].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

async function listInRegion(
  database: Database,
  { regionCode, publicIds, userId }: { regionCode: string; publicIds: string[]; userId: string },
): Promise<WorkspaceRow[]> {
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
}

async function listAway(
  { provider }: WorkspaceDeps,
  publicIds: string[],
  { known, away }: { known: WorkspaceRow[]; away: string[] },
): Promise<WorkspaceRow[]> {
  if (away.length === 0) return [];
  const missing = publicIds.filter((publicId) => !known.some((row) => row.publicId === publicId));
  const tenants = await Promise.all(missing.map((publicId) => provider.findTenant(publicId)));
  return tenants.flatMap((tenant) =>
    tenant && away.includes(tenant.regionCode) ? [{ ...unread, ...tenant }] : [],
  );
}

function nullIfAway(error: unknown): null {
  if (isOutage(error)) return null;
  throw error;
}

const provisioning = { status: 'provisioning', archivedAt: null, deleteAfter: null, version: 0 } as const;
const unread = { tenantId: '', archivedAt: null, deleteAfter: null, version: 0 } as const;
