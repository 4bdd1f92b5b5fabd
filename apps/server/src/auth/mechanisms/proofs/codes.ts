import { randomInt } from 'node:crypto';
import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import type { SignupDetails } from '../../model/proofs/signup.ts';
import type { Realm } from '../../model/realm.ts';
import type { ProofsContext } from './context.ts';

export const codeLifeMs = 10 * 60_000;
const mostTries = 5;

export type CodePurpose = 'sign-in' | 'second-factor' | 'verify';

type CodeData = {
  signup?: SignupDetails;
  /** The child tenant whose own servers were given the code: it proves nothing and opens that child alone. */
  returnedTo?: string;
};

export type NewCode = {
  id: string;
  tenantId: string;
  purpose: CodePurpose;
  channel: 'email' | 'sms';
  /** Canonical address or number. */
  address: string;
  userId: string | null;
  code: string;
  data?: CodeData;
};

/** Six digits from the system's generator (security 4). */
export function newCode(): { codeId: string; code: string } {
  return { codeId: newId(), code: String(randomInt(1_000_000)).padStart(6, '0') };
}

/** Keeps a code as HMAC bound to tenant, purpose, channel and address, and voids older ones (security 4). */
export async function insertCode(
  context: ProofsContext,
  db: Queryable,
  realm: Realm,
  input: NewCode,
): Promise<void> {
  const now = context.clock.now();
  await db.run(sql`with older as (
      update auth.code set voided_at = ${now}
      where tenant_id = ${input.tenantId} and purpose = ${input.purpose} and channel = ${input.channel}
        and address = ${input.address} and user_id is not distinct from ${input.userId} and used_at is null and voided_at is null)
    insert into auth.code (id, root_tenant_id, mode, tenant_id, purpose, channel, address, user_id, code_hmac, data,
      expires_at, created_at)
    values (${input.id}, ${realm.rootTenantId}, ${realm.mode}, ${input.tenantId}, ${input.purpose}, ${input.channel},
      ${input.address}, ${input.userId}, ${context.secrets.mac('code', textOf(input))}, ${JSON.stringify(input.data ?? {})},
      ${new Date(now.getTime() + codeLifeMs)}, ${now})`);
}

export type CodeScope = {
  tenantId: string;
  purpose: CodePurpose;
  channel: 'email' | 'sms';
  address: string;
  /** Set where the person is known before, as with a second factor. */
  userId?: string;
};

export type CheckedCode = { id: string; userId: string | null; data: CodeData };

/**
 * Counts a try against the newest code, then compares in constant time; five tries kill a code (security 2 and 4). Runs
 * outside of the transaction that uses it, so that a wrong try stays counted.
 * @returns the code's row when it is right
 */
export async function checkCode(
  context: ProofsContext,
  scope: CodeScope,
  code: string,
): Promise<CheckedCode | null> {
  const row = await context.database.maybeOne<CheckedCode & { mac: Buffer }>(sql`
    update auth.code set tries = tries + 1
    where id = (select id from auth.code
        where tenant_id = ${scope.tenantId} and purpose = ${scope.purpose} and channel = ${scope.channel}
          and address = ${scope.address} and (${scope.userId ?? null}::uuid is null or user_id = ${scope.userId ?? null}::uuid)
        order by created_at desc, id desc limit 1)
      and tries < ${mostTries} and used_at is null and voided_at is null and expires_at > ${context.clock.now()}
    returning id, user_id as "userId", data, code_hmac as mac`);
  const expected = row?.mac ?? Buffer.alloc(32);
  const isSame = context.secrets.isMac(expected, 'code', textOf({ ...scope, code }));
  return row && isSame ? { id: row.id, userId: row.userId, data: row.data } : null;
}

/** Whether the newest open code that went to an address of a tenant, of some purposes, is one of this scope. */
export async function isNewestCode(
  context: ProofsContext,
  scope: CodeScope,
  among: CodePurpose[] = ['sign-in', 'verify'],
): Promise<boolean> {
  const newest = await context.database.maybeOne<{ purpose: string; userId: string | null }>(sql`
    select purpose, user_id as "userId" from auth.code
    where tenant_id = ${scope.tenantId} and purpose = any(${among}) and channel = ${scope.channel}
      and address = ${scope.address} and used_at is null and voided_at is null and expires_at > ${context.clock.now()}
    order by created_at desc, id desc limit 1`);
  return newest?.purpose === scope.purpose && newest.userId === (scope.userId ?? null);
}

/** Single use. @returns false when another request was first */
export async function spendCode(db: Queryable, id: string, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`update auth.code set used_at = ${now} where id = ${id} and used_at is null`)) === 1
  );
}

function textOf(scope: Omit<CodeScope, 'userId'> & { code: string }): string {
  const { tenantId, purpose, channel, address, code } = scope;
  return [tenantId, purpose, channel, address, code].join('\n');
}

/** A child tenant's own servers were given these codes. */
export async function noteCodesReturned(db: Queryable, ids: string[], tenantId: string): Promise<void> {
  await db.run(sql`update auth.code set data = data || ${JSON.stringify({ returnedTo: tenantId })}::jsonb
    where id = any(${ids}::uuid[]) and used_at is null`);
}
