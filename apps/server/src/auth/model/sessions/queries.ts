import type { Queryable } from '../../../platform/database.ts';
import { isNotNullViolation } from '../../../platform/database-errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import type { Realm } from '../realm.ts';
import type { Tenant } from '../tenants/queries.ts';
import type { User } from '../users/queries.ts';

/** One session: a browser on one host. Family: all that were opened from one sign-in. */
export type Session = {
  id: string;
  rootTenantId: string;
  mode: 'test' | 'live';
  tenantId: string;
  userId: string;
  familyId: string;
  parentSid: string | null;
  /**
   * Set when a child's own provider identified the person, or a link or code that the child's key had been given: then the
   * session stays in that child.
   */
  providerTenantId: string | null;
  gen: number;
  rotatedAt: Date | null;
  successorSeenAt: Date | null;
  /** Factors passed, as `channel/strategy`, in order. */
  amr: string[];
  authTime: Date;
  isCookieMode: boolean;
  companionHash: Buffer | null;
  isCompanionSeen: boolean;
  device: string | null;
  address: string | null;
  lastUsedAt: Date;
  idleExpiresAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  createdAt: Date;
};

/** What of a session stands in its tokens and in their cookies. */
export type TokenSession = Pick<
  Session,
  'id' | 'rootTenantId' | 'mode' | 'gen' | 'amr' | 'authTime' | 'isCookieMode' | 'idleExpiresAt' | 'expiresAt'
>;

export const sessionColumns = sql`s.id, s.root_tenant_id as "rootTenantId", s.mode, s.tenant_id as "tenantId",
  s.user_id as "userId", s.family_id as "familyId", s.parent_sid as "parentSid",
  s.provider_tenant_id as "providerTenantId", s.gen, s.rotated_at as "rotatedAt",
  s.successor_seen_at as "successorSeenAt", s.amr, s.auth_time as "authTime", s.is_cookie_mode as "isCookieMode",
  s.companion_hash as "companionHash", s.is_companion_seen as "isCompanionSeen", s.device, s.address,
  s.last_used_at as "lastUsedAt", s.idle_expires_at as "idleExpiresAt", s.expires_at as "expiresAt",
  s.ended_at as "endedAt", s.created_at as "createdAt"`;

/** By what a device is known again, and since when it must have been seen to count as known. */
export type DeviceKey = { hash: Buffer; knownSince: Date };

/** What a sign-in was decided by, and has to hold still when its session is written. */
type SessionBasis = {
  tenant: Pick<Tenant, 'id' | 'version'>;
  /** Roles, a removal and a lock raise the version; a new password, a lock and what is taken back void the tokens. */
  user: Pick<User, 'id' | 'rootTenantId' | 'mode' | 'authzVersion' | 'tokensValidFrom'>;
};

/** What is written with a session. */
export type SessionStart = {
  basis: SessionBasis;
  device: DeviceKey;
  event: { action: 'signin.ok' | 'session.handover'; requestId: string };
  /** Of the pages that the person signs in on; null where nothing is known. */
  language: string | null;
  now: Date;
};

/**
 * Adds a session with its audit event, marks person and membership as active, remembers the device: one
 * statement. When somebody was active is kept to the minute, when a device was seen to the hour: each of those updates
 * would write as much of the log as the session. What changes rows that were there before takes the person from `person`, so
 * that tenant and person are held first: a row that this statement changed before could not be locked by it any more, and
 * who removes a member goes from the tenant to the membership.
 * @throws a violation that `isOutdated` knows, where the basis does not hold: what else was sent goes with it
 */
export async function insertSession(
  db: Queryable,
  session: Session,
  { basis, device, event, language, now }: SessionStart,
): Promise<{ isNewDevice: boolean }> {
  const [minuteAgo, hourAgo] = [60_000, 3_600_000].map((ms) => new Date(now.getTime() - ms));
  const detail = JSON.stringify({ factors: session.amr, sessionId: session.id });
  return db.one<{ isNewDevice: boolean }>(sql`
    with ${heldBasis(basis)}, known as (
      select count(*) filter (where companion_hash = ${device.hash} and last_seen_at > ${device.knownSince}) as same,
        count(*) filter (where companion_hash = ${device.hash} and last_seen_at > ${hourAgo}) as recent, count(*) as devices
      from auth.device where user_id = ${session.userId}
    ), added as (
      insert into auth.session (id, root_tenant_id, mode, tenant_id, user_id, family_id, parent_sid, provider_tenant_id,
        amr, auth_time, is_cookie_mode, companion_hash, is_companion_seen, device, address, last_used_at,
        idle_expires_at, expires_at, created_at)
      values (${session.id}, ${session.rootTenantId}, ${session.mode}, ${session.tenantId}, (select id from person),
        ${session.familyId}, ${session.parentSid}, ${session.providerTenantId}, ${session.amr}, ${session.authTime},
        ${session.isCookieMode}, ${session.companionHash}, ${session.isCompanionSeen}, ${session.device},
        ${session.address}, ${now}, ${session.idleExpiresAt}, ${session.expiresAt}, ${now})
    ), noted as (
      insert into auth.audit_event (id, root_tenant_id, mode, tenant_id, user_id, actor_kind, action, detail, address,
        request_id, at)
      values (${newId()}, ${session.rootTenantId}, ${session.mode}, ${session.tenantId}, ${session.userId}, 'user',
        ${event.action}, ${detail}, ${session.address}, ${event.requestId}, ${now})
    ), active as (
      update auth.user_account set last_active_at = ${now}, language = coalesce(${language}, language)
      where root_tenant_id = ${session.rootTenantId} and mode = ${session.mode} and id = (select id from person)
        and (last_active_at is null or last_active_at < ${minuteAgo} or last_active_at > ${now} or language is distinct from coalesce(${language}, language))
    ), used as (
      update auth.membership set last_used_at = ${now}
      where tenant_id = ${session.tenantId} and user_id = (select id from person)
    ), device as (
      insert into auth.device (user_id, companion_hash, description, first_seen_at, last_seen_at)
      select ${session.userId}::uuid, ${device.hash}::bytea, ${session.device}::text, ${now}::timestamptz,
        ${now}::timestamptz
      where (select recent from known) = 0 and exists (select 1 from person)
      on conflict (user_id, companion_hash) do update set last_seen_at = excluded.last_seen_at
    )
    select same = 0 and devices > 0 as "isNewDevice" from known`);
}

/**
 * The rows of tenant and person, as `tenant` and `person`, held until the transaction ends where the basis holds.
 *
 * Who archives a workspace, removes or locks somebody, or gives them another password holds one of these rows before ending
 * sessions. So either that is waited for here and seen, or it waits for this and ends the session. All that is compared
 * stands in the two rows: after a wait PostgreSQL looks at a locked row again, and at no other.
 */
function heldBasis({ tenant, user }: SessionBasis): Sql {
  return sql`tenant as (
      select id from auth.tenant where id = ${tenant.id} and status = 'active' and version = ${tenant.version}
      for key share
    ), person as (
      select u.id from auth.user_account u
      where u.root_tenant_id = ${user.rootTenantId} and u.mode = ${user.mode} and u.id = ${user.id}
        and exists (select 1 from tenant) and not u.is_locked and u.authz_version = ${user.authzVersion}
        and date_trunc('milliseconds', u.tokens_valid_from) is not distinct from ${user.tokensValidFrom}::timestamptz
      for no key update
    )`;
}

/**
 * Holds what a sign-in was decided by, where it goes on without a session for now.
 * @throws what `isOutdated` knows, where the basis does not hold
 */
export async function holdBasis(db: Queryable, basis: SessionBasis): Promise<void> {
  const held = await db.maybeOne(sql`with ${heldBasis(basis)} select id from person`);
  if (!held) throw new OutdatedError();
}

class OutdatedError extends Error {
  constructor() {
    super('what the sign-in was decided by does not hold any more');
  }
}

/** Whether a sign-in came to nothing because its basis does not hold any more. */
export function isOutdated(error: unknown): boolean {
  return error instanceof OutdatedError || isNotNullViolation(error, { table: 'session', column: 'user_id' });
}

export function findSession(db: Queryable, id: string): Promise<Session | null> {
  return db.maybeOne<Session>(sql`select ${sessionColumns} from auth.session s where s.id = ${id}`);
}

/** As `findSession`, holding the row until the transaction ends. */
export function lockSession(db: Queryable, id: string): Promise<Session | null> {
  return db.maybeOne<Session>(
    sql`select ${sessionColumns} from auth.session s where s.id = ${id} for update`,
  );
}

export type EndReason =
  | 'signout'
  | 'reuse'
  | 'password'
  | 'user'
  | 'admin'
  | 'removed'
  | 'deleted'
  | 'companion';

/**
 * Ends sessions and tells the revocation feed about each.
 * @param which condition on `s`, for example sql`s.family_id = …`
 * @returns the ids that were ended now
 */
export async function endSessions(
  db: Queryable,
  which: Sql,
  reason: EndReason,
  now: Date,
): Promise<string[]> {
  const ended = await db.rows<{ id: string; rootTenantId: string; mode: string; userId: string }>(sql`
    update auth.session s set ended_at = ${now}, ended_reason = ${reason} where s.ended_at is null and ${which}
    returning s.id, s.root_tenant_id as "rootTenantId", s.mode, s.user_id as "userId"`);
  for (const session of ended) {
    await db.run(sql`insert into auth.change (cursor, root_tenant_id, mode, kind, session_id, user_id, at)
      values (auth.next_change_cursor(), ${session.rootTenantId}, ${session.mode}, 'session', ${session.id},
        ${session.userId}, ${now})`);
  }
  return ended.map(({ id }) => id);
}

/** Voids the authorization in all tokens of a person and tells the feed (roles, lock, membership changed). */
export async function raiseAuthzVersion(
  db: Queryable,
  realm: Realm,
  userId: string,
  now: Date,
): Promise<void> {
  await db.run(sql`with raised as (
      update auth.user_account set authz_version = authz_version + 1, updated_at = ${now}
      where root_tenant_id = ${realm.rootTenantId} and mode = ${realm.mode} and id = ${userId}
      returning authz_version)
    insert into auth.change (cursor, root_tenant_id, mode, kind, user_id, version, at)
    select auth.next_change_cursor(), ${realm.rootTenantId}::uuid, ${realm.mode}, 'authorization', ${userId}::uuid,
      authz_version, ${now}::timestamptz from raised`);
}

/**
 * Ends a person's sessions and the tokens for programs that they made so far: a new password, a lock, an address that was put
 * back. The services that issue such tokens read of it in the feed and in the record of the person.
 *
 * @param options.exceptFamily sessions that stay
 * @returns the ids of the sessions that were ended now
 */
export async function endAccess(
  db: Queryable,
  userId: string,
  { reason, now, exceptFamily = null }: { reason: EndReason; now: Date; exceptFamily?: string | null },
): Promise<string[]> {
  const isMeant = exceptFamily === null ? sql`true` : sql`s.family_id <> ${exceptFamily}`;
  return endSessionsAround(
    db,
    { which: sql`s.user_id = ${userId} and ${isMeant}`, reason, now },
    async () => {
      await db.run(sql`update auth.user_account set tokens_valid_from = ${now} where id = ${userId}`);
      await tellOfPerson(db, userId, now);
    },
  );
}

/**
 * Ends sessions of a person before and after a change of their row, by which a sign-in sees that it is outdated: a refresh too
 * goes from the session to the person; and while the row was waited for, a sign-in may have written a session.
 */
export async function endSessionsAround(
  db: Queryable,
  { which, reason, now }: { which: Sql; reason: EndReason; now: Date },
  change: () => Promise<void>,
): Promise<string[]> {
  const ended = await endSessions(db, which, reason, now);
  await change();
  return [...ended, ...(await endSessions(db, which, reason, now))];
}

/** Tells the feed that what is known of a person has to be asked for again, signed in or not. */
export async function tellOfPerson(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.run(sql`insert into auth.change (cursor, root_tenant_id, mode, kind, user_id, at)
    select auth.next_change_cursor(), root_tenant_id, mode, 'person', id, ${now}::timestamptz
    from auth.user_account where id = ${userId}`);
}

/**
 * Tells the feed that roles in a tenant changed or ended, before what is meant is removed.
 * @param which condition on the membership `m`
 */
export async function tellOfMembers(db: Queryable, which: Sql, now: Date): Promise<void> {
  await db.run(sql`insert into auth.change (cursor, root_tenant_id, mode, kind, user_id, tenant_id, at)
    select auth.next_change_cursor(), m.root_tenant_id, m.mode, 'member', m.user_id, m.tenant_id, ${now}::timestamptz
    from auth.membership m where ${which}`);
}

export function newSessionId(): string {
  return newId();
}
