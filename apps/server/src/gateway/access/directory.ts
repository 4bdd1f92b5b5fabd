import { AppError } from '@stint/domain/errors.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps, Region } from '../context.ts';
import { cacheAges } from '../shared/cache-ages.ts';
import { createTimedCache } from '../shared/timed-cache.ts';

export type DirectoryRow = { tenantId: string; slug: string; regionCode: string; status: string };
export type Located = DirectoryRow & { publicId: string; region: Region };

export type Directory = {
  /** The workspace with this public id in a region, or null. At most 5 s old. */
  find(regionCode: string, publicId: string): Promise<Located | null>;
  /** The same in whichever region has it. */
  locate(publicId: string): Promise<Located | null>;
  forget(publicId: string): void;
};

/** Maps public workspace ids to internal ones, once at the edge (decisions 3). */
export function createDirectory({ clock, regions }: GatewayDeps): Directory {
  const cache = createTimedCache<DirectoryRow | null>(clock, cacheAges.directoryMs);
  const directory: Directory = {
    async find(regionCode, publicId) {
      const region = regions.get(regionCode);
      if (!region) return null;
      const row = await cache.get(`${publicId} ${regionCode}`, () =>
        region.database.maybeOne<DirectoryRow>(sql`
          select tenant_id as "tenantId", slug, region_code as "regionCode", status
          from app.workspace_directory where public_id = ${publicId}`),
      );
      return row && row.regionCode === regionCode ? { ...row, publicId, region } : null;
    },
    async locate(publicId) {
      const found = await Promise.all([...regions.keys()].map((code) => directory.find(code, publicId)));
      return found.find((row) => row !== null && row.status !== 'moved') ?? null;
    },
    forget: (publicId) => cache.forget(`${publicId} `),
  };
  return directory;
}

/** @throws AppError `scope_mismatch` when there is no such workspace in the region */
export function requireLocated(located: Located | null): Located {
  if (!located || located.status === 'moved') throw new AppError('scope_mismatch');
  return located;
}
