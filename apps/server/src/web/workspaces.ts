import { AppError } from '@stint/domain/errors.ts';
import type { Clock } from '../platform/clock.ts';

/** A workspace as the page of its host knows it. */
export type WorkspaceOfHost = { tenantId: string; name: string; slug: string; regionCode: string };

export type WorkspaceDirectory = {
  /**
   * The workspace with this slug, or the one that had it until it moved (then `slug` is its new one), or null.
   * @throws AppError `unavailable` when the provider does not answer
   */
  find(slug: string): Promise<WorkspaceOfHost | null>;
};

export type DirectoryOptions = {
  auth: { baseUrl: string; tenantId: string; adminKey: string };
  clock: Clock;
  fetch: typeof globalThis.fetch;
};

const FOUND_MILLISECONDS = 30_000;
const MISSING_MILLISECONDS = 2_000;
const TIMEOUT_MILLISECONDS = 5_000;
const MOST_KEPT = 5_000;

type Kept = { workspace: WorkspaceOfHost | null; until: number };

/** Asks the provider which workspace a slug names; answers are kept for half a minute, misses for two seconds. */
export function createWorkspaceDirectory(options: DirectoryOptions): WorkspaceDirectory {
  const kept = new Map<string, Kept>();
  return {
    async find(slug) {
      const now = options.clock.now().getTime();
      const known = kept.get(slug);
      if (known && known.until > now) return known.workspace;
      const workspace = await ask(options, slug).catch((cause: unknown) => {
        if (known?.workspace) return known.workspace;
        throw new AppError('unavailable', { cause, retryAfterSeconds: 2 });
      });
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(slug, { workspace, until: now + (workspace ? FOUND_MILLISECONDS : MISSING_MILLISECONDS) });
      return workspace;
    },
  };
}

type TenantRecord = {
  tenantId: string;
  name: string;
  data?: { tenantNameSlug?: string; regionCode?: string };
};

/** Where a workspace went that was at this address before: links to the former address lead on. */
async function askFormer(
  { auth, fetch }: Pick<DirectoryOptions, 'auth' | 'fetch'>,
  slug: string,
): Promise<WorkspaceOfHost | null> {
  const response = await fetch(
    `${auth.baseUrl}tenants/${auth.tenantId}/by-slug/${encodeURIComponent(slug)}`,
    {
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    },
  );
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the provider answered ${response.status} to a former address`);
  const moved = (await response.json()) as Partial<WorkspaceOfHost>;
  if (!moved.slug || !moved.tenantId || !moved.name) return null;
  return { tenantId: moved.tenantId, name: moved.name, slug: moved.slug, regionCode: moved.regionCode ?? '' };
}

async function ask({ auth, fetch }: DirectoryOptions, slug: string): Promise<WorkspaceOfHost | null> {
  const response = await fetch(`${auth.baseUrl}tenants/${auth.tenantId}/tenants/find`, {
    method: 'POST',
    headers: { authorization: `Bearer ${auth.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(slugFilter(slug)),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok) throw new Error(`the provider answered ${response.status} to a search for a workspace`);
  const { results = [] } = (await response.json()) as { results?: TenantRecord[] };
  const found = results.find((record) => record.data?.tenantNameSlug === slug);
  if (!found) return askFormer({ auth, fetch }, slug);
  return { tenantId: found.tenantId, name: found.name, slug, regionCode: found.data?.regionCode ?? '' };
}

function slugFilter(slug: string): object {
  const filter = { attr: 'data.tenantNameSlug', type: 'string', comparison: 'is', value: slug };
  return {
    page: 1,
    filters: { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters: [filter] }] },
  };
}
