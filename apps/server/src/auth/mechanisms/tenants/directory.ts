import { AppError } from '@stint/domain/errors.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { createTimedCache } from '../../../platform/timed-cache.ts';
import type { Mode } from '../../model/realm.ts';
import {
  findTenantById,
  findTenantByPublicId,
  findTenantBySlug,
  type Tenant,
  tenantAt,
} from '../../model/tenants/queries.ts';

/** Tenants kept in this process for 2 s, so that a request asks the database for its tenant rarely. */
export type TenantDirectory = {
  /** @throws AppError `not_found` for unknown and deleted tenants alike */
  require(publicId: string): Promise<Tenant>;
  find(publicId: string): Promise<Tenant | null>;
  /** @param db the transaction that the caller is in: whoever holds a connection waits for no other one */
  requireById(id: string, db?: Queryable): Promise<Tenant>;
  findBySlug(slug: string, mode: Mode): Promise<Tenant | null>;
  /** Whether any tenant lists this origin: all that a preflight without a tenant in its path can be asked. */
  isListedOrigin(origin: string): Promise<boolean>;
  /** Whether a tenant belongs to the product itself, whose root is the first that was made. */
  isProduct(tenant: Tenant): Promise<boolean>;
  /** After a change made by this process. */
  forget(): void;
};

const maxAgeMs = 2000;
const maxEntries = 5000;

export function createTenantDirectory(database: Database, clock: Clock): TenantDirectory {
  const kept = createTimedCache<unknown>(clock, { maxAgeMs, maxEntries });
  const remember = <T>(key: string, load: () => Promise<T>) => kept.get(key, load) as Promise<T>;

  const current = async (key: string, load: () => Promise<Tenant | null>) =>
    tenantAt(await remember(key, load), clock.now());

  const directory: TenantDirectory = {
    find: (publicId) => current(`public ${publicId}`, () => findTenantByPublicId(database, publicId)),
    async require(publicId) {
      const tenant = await directory.find(publicId);
      if (!tenant) throw new AppError('not_found');
      return tenant;
    },
    async requireById(id, db = database) {
      const tenant = await current(`id ${id}`, () => findTenantById(db, id));
      if (!tenant) throw new AppError('not_found');
      return tenant;
    },
    findBySlug: (slug, mode) => current(`slug ${mode} ${slug}`, () => findTenantBySlug(database, slug, mode)),
    isListedOrigin: (origin) =>
      remember(`origin ${origin}`, async () => {
        const row = await database.maybeOne(sql`select 1 as one from auth.tenant
          where allowed_origins @> array[${origin}::text] and status <> 'deleted' limit 1`);
        return row !== null;
      }),
    async isProduct(tenant) {
      const first = await remember('product', () =>
        database.maybeOne<{ id: string }>(sql`select id from auth.tenant
          where parent_id is null and status <> 'deleted' order by created_at, id limit 1`),
      );
      return first?.id === tenant.rootTenantId;
    },
    forget: () => kept.clear(),
  };
  return directory;
}
