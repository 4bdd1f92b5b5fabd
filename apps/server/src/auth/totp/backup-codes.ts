import { randomBytes } from 'node:crypto';
import {
  BACKUP_CODE_BYTES,
  BACKUP_CODE_COUNT,
  backupCodeFromBytes,
  parseBackupCode,
} from '@stint/domain/auth/backup-code.ts';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import { pepperVersion } from '../password/hasher.ts';

/** Characters that name the row; the other ones are the secret. */
const selectorLength = 4;

/** Ten codes of 60 bits, no two with the same selector. */
export function makeBackupCodes(): string[] {
  const codes = new Map<string, string>();
  while (codes.size < BACKUP_CODE_COUNT) {
    const code = backupCodeFromBytes(randomBytes(BACKUP_CODE_BYTES));
    codes.set(code.slice(0, selectorLength), code);
  }
  return [...codes.values()];
}

export type HashedCode = { selector: string; hash: string };

/** Selector and Argon2id of each code (security 5); one after the other, as every hash waits its turn. */
export async function hashBackupCodes(context: AuthContext, codes: string[]): Promise<HashedCode[]> {
  const hashed: HashedCode[] = [];
  for (const code of codes) {
    hashed.push({ selector: code.slice(0, selectorLength), hash: await context.passwords.hash(code) });
  }
  return hashed;
}

/** Replaces all codes of somebody; inactive ones wait for the pairing to be confirmed. */
export async function storeBackupCodes(
  db: Queryable,
  userId: string,
  codes: HashedCode[],
  { isActive, now }: { isActive: boolean; now: Date },
): Promise<void> {
  await db.run(sql`delete from auth.backup_code where user_id = ${userId}`);
  for (const { selector, hash } of codes) {
    await db.run(sql`insert into auth.backup_code (user_id, selector, code_hash, pepper_version, is_active, created_at)
      values (${userId}, ${selector}, ${hash}, ${pepperVersion}, ${isActive}, ${now})`);
  }
}

/**
 * The selector of a code that is right and unused, else null. One hash is computed whatever was typed, so that time tells
 * nothing.
 */
export async function checkBackupCode(
  context: AuthContext,
  userId: string,
  typed: string,
): Promise<string | null> {
  const code = parseBackupCode(typed);
  const selector = code?.slice(0, selectorLength) ?? '';
  const row = await context.database.maybeOne<{
    hash: string;
  }>(sql`select code_hash as hash from auth.backup_code
    where user_id = ${userId} and selector = ${selector} and is_active and used_at is null`);
  const isRight = await context.passwords.verify(code ?? typed, row?.hash ?? null);
  return isRight ? selector : null;
}

/** Single use. @returns false when another request was first */
export async function spendBackupCode(
  db: Queryable,
  userId: string,
  selector: string,
  now: Date,
): Promise<boolean> {
  const touched = await db.run(sql`update auth.backup_code set used_at = ${now}
    where user_id = ${userId} and selector = ${selector} and is_active and used_at is null`);
  return touched === 1;
}
