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
  requireById(id: string): Promise<Tenant>;
  findBySlug(slug: string, mode: Mode): Promise<Tenant | null>;
  /** Whether any tenant lists this origin: all that a preflight without a tenant in its path can be asked. */
  isListedOrigin(origin: string): Promise<boolean>;
  /** Whether a tenant belongs to the product itself, whose root is the first that was made. */
  isProduct(tenant: Tenant): Promise<boolean>;
  /**
   * The same for who is in a transaction: whoever holds a connection waits for no other one, nor for somebody who does. What is
   * not here yet is read by the transaction and kept for nobody else, who may not see what that changed.
   */
  within(tx: Queryable): TenantDirectory;
  /** After a change made by this process. */
  forget(): void;
};

const maxAgeMs = 2000;
const maxEntries = 5000;

/** Reads by `db` what is not here yet. */
type Remember = <T>(key: string, load: (db: Queryable) => Promise<T>) => Promise<T>;

export function createTenantDirectory(database: Database, clock: Clock): TenantDirectory {
  const kept = createTimedCache<unknown>(clock, { maxAgeMs, maxEntries });
  const forget = () => kept.clear();
  const shared: Remember = (key, load) => kept.get(key, () => load(database)) as Promise<never>;
  const alone =
    (tx: Queryable): Remember =>
    async (key, load) => {
      const known = kept.arrived(key);
      return known ? (known.value as never) : load(tx);
    };

  function through(remember: Remember): TenantDirectory {
    const current = async (key: string, load: (db: Queryable) => Promise<Tenant | null>) =>
      tenantAt(await remember(key, load), clock.now());
    const required = async (found: Promise<Tenant | null>) => {
      const tenant = await found;
      if (!tenant) throw new AppError('not_found');
      return tenant;
    };
    const find = (publicId: string) =>
      current(`public ${publicId}`, (db) => findTenantByPublicId(db, publicId));
    return {
      find,
      require: (publicId) => required(find(publicId)),
      requireById: (id) => required(current(`id ${id}`, (db) => findTenantById(db, id))),
      findBySlug: (slug, mode) => current(`slug ${mode} ${slug}`, (db) => findTenantBySlug(db, slug, mode)),
      isListedOrigin: (origin) =>
        remember(`origin ${origin}`, async (db) => {
          const row = await db.maybeOne(sql`select 1 as one from auth.tenant
            where allowed_origins @> array[${origin}::text] and status <> 'deleted' limit 1`);
          return row !== null;
        }),
      async isProduct(tenant) {
        const first = await remember('product', (db) =>
          db.maybeOne<{ id: string }>(sql`select id from auth.tenant
            where parent_id is null and status <> 'deleted' order by created_at, id limit 1`),
        );
        return first?.id === tenant.rootTenantId;
      },
      within: (tx) => through(alone(tx)),
      forget,
    };
  }
  return through(shared);
}
