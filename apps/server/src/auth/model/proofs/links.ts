import type { LinkType } from '@stint/domain/auth/link.ts';
import { DAY_MS, MINUTE_MS } from '@stint/domain/time/units.ts';
import type { Queryable } from '../../../platform/database.ts';
import { isUuid } from '../../../platform/ids.ts';
import { isSameSecret, sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { Registration } from '../tenants/providers.ts';
import type { User } from '../users/queries.ts';

/** How long a link works, as a mail says it. */
export type LinkLife = { count: number; unit: 'second' | 'minute' | 'hour' | 'day' | 'week' };

/** Lives of security 4; admin calls may set 10 seconds to 1 week (protocol 8.12). */
export const linkLives: Record<LinkType, { ms: number; life: LinkLife }> = {
  login: { ms: 10 * MINUTE_MS, life: { count: 10, unit: 'minute' } },
  sso: { ms: 10 * MINUTE_MS, life: { count: 10, unit: 'minute' } },
  reset: { ms: 30 * MINUTE_MS, life: { count: 30, unit: 'minute' } },
  verify: { ms: DAY_MS, life: { count: 24, unit: 'hour' } },
  welcome: { ms: DAY_MS, life: { count: 24, unit: 'hour' } },
  invite: { ms: 7 * DAY_MS, life: { count: 7, unit: 'day' } },
};

/** What an invitation says of the person, who may have an account that says otherwise. */
export type Said = {
  name?: string | null;
  username?: string | null;
  image?: string | null;
  data?: Record<string, unknown>;
};

export type LinkData = {
  /** The child tenant whose own key was given the secret: it proves no address and opens that child alone. */
  returnedTo?: string;
  /** A server asked for the proof: what was set up before the address was proven may be that server's. */
  dropsUnproven?: true;
  /** verify: the address that takes effect. */
  newEmail?: { value: string; norm: string };
  /** invite: it leads to the page for a new password, also of somebody who has one. */
  setsPassword?: true;
  /** invite: roles that are given, and by whom; what the invitation says of the person. */
  roles?: string[];
  said?: Said;
  inviterUserId?: string;
  /** sso: the factor that was passed, by which registration, and the child whose own provider it was. */
  factor?: { channel: string; strategy: string };
  registration?: Registration;
  providerTenantId?: string;
  isNewUser?: boolean;
};

export type Link = {
  id: string;
  tenantId: string;
  userId: string;
  kind: LinkType;
  email: string | null;
  data: LinkData;
};

export type NewLink = {
  id: string;
  token: string;
  tenantId: string;
  kind: LinkType;
  email: string | null;
  redirect?: string | null;
  data?: LinkData;
  companionHash?: Buffer | null;
  expiresAt: Date;
};

/** Adds a link and voids older ones of that purpose (security 4). The secret is stored hashed. */
export async function insertLink(db: Queryable, user: User, link: NewLink, now: Date): Promise<void> {
  await db.run(sql`with older as (
      update auth.link set voided_at = ${now}
      where user_id = ${user.id} and kind = ${link.kind} and tenant_id = ${link.tenantId} and used_at is null
        and voided_at is null)
    insert into auth.link (id, root_tenant_id, mode, tenant_id, user_id, kind, token_hash, email, redirect, data,
      companion_hash, expires_at, created_at)
    values (${link.id}, ${user.rootTenantId}, ${user.mode}, ${link.tenantId}, ${user.id}, ${link.kind},
      ${sha256(link.token)}, ${link.email}, ${link.redirect ?? null}, ${JSON.stringify(link.data ?? {})},
      ${link.companionHash ?? null}, ${link.expiresAt}, ${now})`);
}

/**
 * The open link of these credentials, or null. Found by `uuid`, the secret compared in constant time; a wrong one does not
 * burn the row (security 4).
 */
export async function findOpenLink(
  db: Queryable,
  tenantId: string,
  credentials: { uuid: string; token: string },
  now: Date,
): Promise<Link | null> {
  if (!isUuid(credentials.uuid)) return null;
  const row = await db.maybeOne<Link & { tokenHash: Buffer }>(sql`
    select id, tenant_id as "tenantId", user_id as "userId", kind, email, data, token_hash as "tokenHash"
    from auth.link
    where id = ${credentials.uuid} and tenant_id = ${tenantId} and used_at is null and voided_at is null
      and expires_at > ${now}`);
  if (!row || !isSameSecret(row.tokenHash, sha256(credentials.token))) return null;
  const { tokenHash: _, ...link } = row;
  return link;
}

/** What a link was made for, or null where none was made. */
export async function findLinkKind(db: Queryable, id: string): Promise<LinkType | null> {
  const row = await db.maybeOne<{ kind: LinkType }>(sql`select kind from auth.link where id = ${id}`);
  return row?.kind ?? null;
}

/** Single use: one conditional update. @returns false when another request was first */
export async function spendLink(db: Queryable, id: string, now: Date): Promise<boolean> {
  const touched = await db.run(sql`update auth.link set used_at = ${now}
    where id = ${id} and used_at is null and voided_at is null and expires_at > ${now}`);
  return touched === 1;
}

/**
 * Voids every open link, code and unfinished sign-in of somebody: after a new password, or when a change is taken back.
 * @param options.keepsInvitations where nobody had proven the address: others wrote them, and they went to its owner
 */
export async function voidProofs(
  db: Queryable,
  userId: string,
  now: Date,
  { keepsInvitations = false } = {},
): Promise<void> {
  await db.run(sql`update auth.link set voided_at = ${now}
    where user_id = ${userId} and used_at is null and voided_at is null
      and not (kind = 'invite' and ${keepsInvitations})`);
  await db.run(sql`update auth.code set voided_at = ${now}
    where user_id = ${userId} and used_at is null and voided_at is null`);
  // Sign-ins under way: between two factors, and native applications that have not fetched their tokens yet.
  await db.run(
    sql`update auth.first_factor_token set used_at = ${now} where user_id = ${userId} and used_at is null`,
  );
  await db.run(sql`update auth.pkce_code set used_at = ${now} where user_id = ${userId} and used_at is null`);
}

/** A child tenant's own servers were given these secrets. */
export async function noteLinksReturned(db: Queryable, ids: string[], tenantId: string): Promise<void> {
  await db.run(sql`update auth.link set data = data || ${JSON.stringify({ returnedTo: tenantId })}::jsonb
    where id = any(${ids}::uuid[]) and used_at is null`);
}
