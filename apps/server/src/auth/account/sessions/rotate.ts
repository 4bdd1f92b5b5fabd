import { MINUTE_MS } from '@stint/domain/time/units.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { ClientInfo } from '../../mechanisms/http/client.ts';
import type { Claims } from '../../mechanisms/tokens/tokens.ts';
import type { TokenSession } from '../../model/sessions/queries.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { type TokenUser, tokenUserColumns, tokenUserTables, type User } from '../../model/users/queries.ts';
import { type Entry, entryOf, type Member, membersSelect } from '../../sign-in/membership.ts';

/** A session in its next generation, with whoever it belongs to. */
export type Rotated = { session: TokenSession; user: RefreshedUser; entry: Entry | null } & Bound;

/** Whether it was this refresh that bound the session to the companion that the browser has from now on. */
export type Bound = { isBound: boolean };

/** A refresh token, and the browser that it came from. */
export type Presented = {
  client: ClientInfo;
  claims: Claims;
  /** Of the cookie that the browser has from now on. */
  companionHash: Buffer | null;
};

type RefreshedUser = TokenUser & Pick<User, 'isLocked' | 'isMfaRequired'>;
type Row = Omit<TokenSession, 'id'> & RefreshedUser & Bound & { members: Member[] | null };

/**
 * What nearly every refresh comes to, in one statement: a compare-and-swap of the generation that also reads the person and
 * their roles (security 6). Two at once meet at the row, and one of them finds the generation gone.
 * @returns null where anything else is the case: an earlier generation, another browser, an ended session
 */
export async function rotateAtOnce(
  context: AuthContext,
  tenant: Tenant,
  { client, claims, companionHash }: Presented,
): Promise<Rotated | null> {
  const now = context.clock.now();
  const idle = new Date(now.getTime() + tenant.settings.refreshTokenDuration * 1000);
  // When somebody was active is kept to the minute, as at sign-in: the person's row would cost as much as the session's.
  const minuteAgo = new Date(now.getTime() - MINUTE_MS);
  const row = await context.database.maybeOne<Row>(sql`
    with s as (
      update auth.session s set gen = s.gen + 1, rotated_at = ${now}, successor_seen_at = null, last_used_at = ${now},
        idle_expires_at = least(${idle}, s.expires_at), address = ${client.fullAddress},
        is_cookie_mode = s.is_cookie_mode or ${client.wantsRefreshCookie},
        companion_hash = case when s.is_companion_seen then s.companion_hash else ${companionHash}::bytea end,
        is_companion_seen = s.is_companion_seen or ${client.companionHash !== null}
      where s.id = ${claims.sid} and s.gen = ${claims.gen} and s.tenant_id = ${tenant.id} and s.ended_at is null
        and s.expires_at > ${now} and s.idle_expires_at > ${now}
        and (not s.is_companion_seen or s.companion_hash is null or s.companion_hash = ${client.companionHash}::bytea)
      returning s.root_tenant_id, s.mode, s.user_id, s.gen, s.amr, s.auth_time, s.is_cookie_mode, s.idle_expires_at,
        s.expires_at, case when s.companion_hash = ${companionHash}::bytea
          then not (select before.is_companion_seen from auth.session before where before.id = s.id) else false end as is_bound
    ), active as (
      update auth.user_account u set last_active_at = ${now} from s
      where u.root_tenant_id = s.root_tenant_id and u.mode = s.mode and u.id = s.user_id
        and (u.last_active_at is null or u.last_active_at < ${minuteAgo} or u.last_active_at > ${now})
    )
    select s.root_tenant_id as "rootTenantId", s.mode, s.gen, s.amr, s.auth_time as "authTime",
      s.is_cookie_mode as "isCookieMode", s.idle_expires_at as "idleExpiresAt", s.expires_at as "expiresAt",
      s.is_bound as "isBound",
      ${tokenUserColumns}, (select jsonb_agg(to_jsonb(m)) from (${membersSelect(tenant, sql`s.user_id`)}) m) as members
    from ${tokenUserTables} join s on s.root_tenant_id = u.root_tenant_id and s.mode = u.mode and s.user_id = u.id
    where u.deleted_at is null`);
  if (!row) return null;
  // The `id` of the row is the person's.
  const { isBound, members } = row;
  return { session: { ...row, id: claims.sid }, user: row, entry: entryOf(tenant, members ?? []), isBound };
}
