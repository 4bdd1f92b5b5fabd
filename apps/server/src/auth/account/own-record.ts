import type { UserRecord } from '@stint/domain/api/auth/shapes.ts';
import { AppError } from '@stint/domain/errors.ts';
import { sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import type { UserCaller } from '../mechanisms/access/access.ts';
import { type Membership, oneUserColumns, oneUserTables, type User } from '../model/users/queries.ts';
import { userRecord } from '../model/users/record.ts';

/** As JSON has it: instants are text. */
type JsonMembership = Omit<Membership, 'lastUsedAt' | 'since'> & { lastUsedAt: string | null; since: string };

/** The own record, from memory where this session was told it within five seconds and nothing was written since. */
export function ownRecord(context: AuthContext, caller: UserCaller): Promise<UserRecord> {
  return context.ownRecords.get(caller.session.id, () => readOwnRecord(context, caller));
}

/**
 * The same, read in one statement. A session that an outside provider of one child opened sees that child only.
 * @throws AppError `unauthorized` for who is gone
 */
async function readOwnRecord(context: AuthContext, { session, realm }: UserCaller): Promise<UserRecord> {
  const only = session.providerTenantId;
  const [tenant, row] = await Promise.all([
    context.tenants.requireById(session.tenantId),
    context.database.maybeOne<User & { memberships: JsonMembership[] | null }>(sql`
      select ${oneUserColumns}, (
        select jsonb_agg(to_jsonb(own)) from (
          select m.tenant_id as "tenantId", t.public_id as "publicId", m.roles, t.name, t.slug,
            t.region_code as "regionCode", t.mode, t.image, t.status, m.last_used_at as "lastUsedAt",
            m.created_at as since
          from auth.membership m join auth.tenant t on t.id = m.tenant_id
          where m.user_id = ${session.userId} and t.status in ('active', 'archived', 'provisioning')
            and (${only}::uuid is null or m.tenant_id = ${only}::uuid)
          order by m.last_used_at desc nulls last, m.created_at desc
          limit 1000
        ) own
      ) as memberships
      from ${oneUserTables}
      where u.root_tenant_id = ${realm.rootTenantId} and u.mode = ${realm.mode} and u.id = ${session.userId}
        and u.deleted_at is null`),
  ]);
  if (!row) throw new AppError('unauthorized');
  const memberships = (row.memberships ?? []).map((one) => ({
    ...one,
    lastUsedAt: one.lastUsedAt === null ? null : new Date(one.lastUsedAt),
    since: new Date(one.since),
  }));
  return userRecord(row, tenant, memberships);
}
