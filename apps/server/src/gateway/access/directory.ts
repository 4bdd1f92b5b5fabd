import { AppError } from '@stint/domain/errors.ts';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { createTimedCache } from '../../platform/timed-cache.ts';
import type { GatewayDeps, Region } from '../context.ts';
import { cacheAges } from '../shared/cache-ages.ts';
import { findInRegions } from '../shared/find-in-regions.ts';

type DirectoryRow = { tenantId: string; slug: string; regionCode: string; status: string };
export type Located = DirectoryRow & { publicId: string; region: Region };

export type Directory = {
  /** The workspace with this public id in a region, or null. At most 5 s old. */
  find(regionCode: string, publicId: string): Promise<Located | null>;
  /** The same in whichever region has it. */
  locate(publicId: string): Promise<Located | null>;
  /** Whether a workspace of any region has this address now. */
  hasSlug(slug: string): Promise<boolean>;
};

/** Maps the public ids of workspaces, the only ones on the wire and in tokens, to the internal ones, once at the edge. */
export function createDirectory({ clock, regions }: GatewayDeps): Directory {
  const cache = createTimedCache<DirectoryRow | null>(clock, { maxAgeMs: cacheAges.directoryMs });
  const known = createTimedCache<true>(clock, { maxAgeMs: cacheAges.directoryMs });
  const directory: Directory = {
    async find(regionCode, publicId) {
      const region = regions.get(regionCode);
      if (!region) return null;
      const isCurrent = await region.feed.catchUp();
      const load = () =>
        region.database.maybeOne<DirectoryRow>(sql`
          select tenant_id as "tenantId", slug, region_code as "regionCode", status
          from app.workspace_directory where public_id = ${publicId}`);
      const row = await (isCurrent ? cache.get([publicId, regionCode], load) : load());
      return row && row.regionCode === regionCode ? { ...row, publicId, region } : null;
    },
    async locate(publicId) {
      return findInRegions(regions.keys(), async (code) => {
        const row = await directory.find(code, publicId);
        return row?.status === 'moved' ? null : row;
      });
    },
    async hasSlug(slug) {
      const find = async (): Promise<true> => {
        const isThere = ({ database }: Region) => isTaken(database, slug);
        if (await findInRegions(regions.values(), isThere)) return true;
        // A failure is not kept: the address may be given to somebody in the next moment.
        throw new AppError('misdirected');
      };
      return known.get(slug, find).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'misdirected') return false;
        throw error;
      });
    },
  };
  for (const { feed } of regions.values()) {
    feed.listen(({ items, isGap }) => {
      if (!isGap && !items.some(({ topic }) => topic === 'directory')) return;
      cache.clear();
      known.clear();
    });
  }
  return directory;
}

function isTaken(database: Database, slug: string): Promise<{ one: 1 } | null> {
  return database.maybeOne(sql`select 1 as one from app.workspace_directory
    where slug = ${slug} and status <> 'moved' limit 1`);
}

/** @throws AppError `scope_mismatch` when there is no such workspace in the region */
export function requireLocated(located: Located | null): Located {
  if (!located || located.status === 'moved') throw new AppError('scope_mismatch');
  return located;
}
