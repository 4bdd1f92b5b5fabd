import type { LostFactor } from '@stint/domain/api/auth/lost-factors.ts';
import { LOST_FACTOR_LIFE_MS, lostFactorReadyAt } from '@stint/domain/auth/lost-factor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { isUuid } from '../../../platform/ids.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import type { Realm } from '../../model/realm.ts';

/** An open request, with what of the person and their workspaces decides about it. */
export type LostFactorRow = Realm & {
  id: string;
  tenantId: string;
  userId: string;
  name: string | null;
  email: string | null;
  askedBy: string;
  hash: Buffer;
  askedAt: Date;
  provenAt: Date | null;
  secondedBy: string | null;
  secondedAt: Date | null;
  expiresAt: Date;
  isElsewhere: boolean;
};

const openRows = (now: Date) => sql`
  select f.id, f.root_tenant_id as "rootTenantId", f.mode, f.tenant_id as "tenantId", f.user_id as "userId", u.name,
    e.value as email, f.asked_by as "askedBy", f.token_hash as hash, f.created_at as "askedAt",
    f.proven_at as "provenAt", f.seconded_by as "secondedBy", f.seconded_at as "secondedAt",
    f.expires_at as "expiresAt",
    exists (select 1 from auth.membership m where m.user_id = f.user_id and m.tenant_id <> f.tenant_id) as "isElsewhere"
  from auth.lost_factor f
    join auth.user_account u on u.root_tenant_id = f.root_tenant_id and u.mode = f.mode and u.id = f.user_id
      and u.deleted_at is null
    left join auth.identifier e on e.user_id = f.user_id and e.kind = 'email' and not e.is_shared
  where f.ended_at is null and f.expires_at > ${now}`;

const pageSize = 200;

/**
 * Requests about people who are members of a tenant, whichever workspace asked, oldest first: a page of them.
 * @param after id of the last one of the page before
 * @returns with the id to go on after; null at the end
 */
export async function listLostFactors(
  db: Queryable,
  tenantId: string,
  { now, after }: { now: Date; after: string | undefined },
): Promise<{ rows: LostFactorRow[]; next: string | null }> {
  const last = after ?? null;
  const rows = await db.rows<LostFactorRow>(sql`${openRows(now)}
    and exists (select 1 from auth.membership m where m.tenant_id = ${tenantId} and m.user_id = f.user_id)
    and (${last}::uuid is null or (f.created_at, f.id) > (select a.created_at, a.id from auth.lost_factor a where a.id = ${last}::uuid))
    order by f.created_at, f.id limit ${pageSize}`);
  return { rows, next: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null };
}

export function findLostFactor(db: Queryable, id: string, now: Date): Promise<LostFactorRow | null> {
  return isUuid(id)
    ? db.maybeOne<LostFactorRow>(sql`${openRows(now)} and f.id = ${id}`)
    : Promise.resolve(null);
}

/** One at a time acts on a request. */
export async function lockLostFactor(tx: Transaction, id: string, now: Date): Promise<LostFactorRow | null> {
  await tx.run(sql`select 1 from auth.lost_factor where id = ${id} for update`);
  return findLostFactor(tx, id, now);
}

/** A request that nobody finished in time makes room for a new one. @returns whether there was none open */
export async function insertLostFactor(
  tx: Transaction,
  row: Realm & Pick<LostFactorRow, 'id' | 'tenantId' | 'userId' | 'askedBy' | 'hash'>,
  now: Date,
): Promise<boolean> {
  await tx.run(sql`update auth.lost_factor set ended_at = ${now}
    where root_tenant_id = ${row.rootTenantId} and mode = ${row.mode} and user_id = ${row.userId}
      and ended_at is null and expires_at <= ${now}`);
  const inserted =
    await tx.run(sql`insert into auth.lost_factor (id, root_tenant_id, mode, tenant_id, user_id, asked_by,
      token_hash, expires_at, created_at)
    values (${row.id}, ${row.rootTenantId}, ${row.mode}, ${row.tenantId}, ${row.userId}, ${row.askedBy}, ${row.hash},
      ${new Date(now.getTime() + LOST_FACTOR_LIFE_MS)}, ${now})
    on conflict (root_tenant_id, mode, user_id) where ended_at is null do nothing`);
  return inserted === 1;
}

export async function changeLostFactor(tx: Transaction, id: string, change: Sql): Promise<void> {
  await tx.run(sql`update auth.lost_factor set ${change} where id = ${id}`);
}

export type Leader = { email: string; language: string | null };

/** Owners and admins of every workspace that somebody is in: all of them are told. */
export function listLeaders(db: Queryable, userId: string): Promise<Leader[]> {
  return db.rows<Leader>(sql`select distinct e.value as email, u.language
    from auth.membership mine
      join auth.membership m on m.tenant_id = mine.tenant_id and m.user_id <> mine.user_id
        and m.roles && array['owner', 'admin']
      join auth.identifier e on e.user_id = m.user_id and e.kind = 'email' and not e.is_shared
        and e.confirmed_at is not null
      join auth.user_account u on u.id = m.user_id
    where mine.user_id = ${userId}
    order by 1 limit 100`);
}

export function toWire(row: LostFactorRow): LostFactor {
  return {
    id: row.id,
    userUuid: row.userId,
    name: row.name,
    email: row.email,
    askedBy: row.askedBy,
    askedAt: row.askedAt.toISOString(),
    provenAt: row.provenAt?.toISOString() ?? null,
    secondedBy: row.secondedBy,
    isElsewhere: row.isElsewhere,
    readyAt: lostFactorReadyAt(row)?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  };
}
