import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../platform/database.ts';
import { sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';

/** What a handle in an address stands for: finishing a SAML sign-in, or linking an identity. */
export type HandleKind = 'saml' | 'link';

export type Handle = { sessionId: string; userId: string; tenantId: string };

/** Tokens in SAML addresses live 60 s (security 9); linking asks a person in between. */
const lives: Record<HandleKind, number> = { saml: 60_000, link: 300_000 };

/** A handle for the browser of a session; stored hashed, works once. */
export async function issueHandle(db: Queryable, kind: HandleKind, of: Handle, now: Date): Promise<string> {
  const token = randomUUID();
  await db.run(sql`insert into auth.saml_handle
      (token_hash, kind, session_id, user_id, tenant_id, expires_at, created_at)
    values (${sha256(token)}, ${kind}, ${of.sessionId}, ${of.userId}, ${of.tenantId},
      ${new Date(now.getTime() + lives[kind])}, ${now})`);
  return token;
}

const columns = sql`session_id as "sessionId", user_id as "userId", tenant_id as "tenantId"`;

/** Looks at a handle without using it. */
export function findHandle(
  db: Queryable,
  kind: HandleKind,
  token: string,
  now: Date,
): Promise<Handle | null> {
  return db.maybeOne<Handle>(sql`select ${columns} from auth.saml_handle
    where token_hash = ${sha256(token)} and kind = ${kind} and used_at is null and expires_at > ${now}`);
}

/** Uses a handle up. @returns null for an unknown, used or expired one */
export function takeHandle(
  db: Queryable,
  kind: HandleKind,
  token: string,
  now: Date,
): Promise<Handle | null> {
  return db.maybeOne<Handle>(sql`update auth.saml_handle set used_at = ${now}
    where token_hash = ${sha256(token)} and kind = ${kind} and used_at is null and expires_at > ${now}
    returning ${columns}`);
}
