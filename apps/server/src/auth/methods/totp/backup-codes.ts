import { randomBytes } from 'node:crypto';
import {
  BACKUP_CODE_BYTES,
  BACKUP_CODE_COUNT,
  backupCodeFromBytes,
  parseBackupCode,
} from '@stint/domain/auth/backup-code.ts';
import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';

/** Characters that name the row; the other ones are the secret. */
const selectorLength = 4;
const selectorOf = (code: string) => code.slice(0, selectorLength);

/** Ten codes of 60 random bits. */
export function makeBackupCodes(): string[] {
  return tenCodes(() => randomBytes(BACKUP_CODE_BYTES));
}

/**
 * The ten codes of a pairing. They follow from its secret under the master key, so that they are the same at every look
 * before it is confirmed, although no code is kept that could be shown again.
 */
export function backupCodesOf(context: AuthContext, userId: string, pairingSecret: Buffer): string[] {
  const from = `pairing\n${userId}\n${pairingSecret.toString('base64')}`;
  return tenCodes((at) => context.secrets.mac('backup', `${from}\n${at}`));
}

/** No two with the same selector. */
function tenCodes(bytes: (at: number) => Buffer): string[] {
  const codes = new Map<string, string>();
  for (let at = 0; codes.size < BACKUP_CODE_COUNT; at++) {
    const code = backupCodeFromBytes(bytes(at));
    if (!codes.has(selectorOf(code))) codes.set(selectorOf(code), code);
  }
  return [...codes.values()];
}

/** A keyed hash is enough: 60 random bits cannot be guessed, and ten slow hashes a call would hold up everybody. */
function textOf(userId: string, code: string): string {
  return `code\n${userId}\n${code}`;
}

/** Adds codes by selector and MAC; those that are there already stay. Inactive ones wait for their pairing. */
export async function addBackupCodes(
  context: AuthContext,
  db: Queryable,
  userId: string,
  { codes, isActive }: { codes: string[]; isActive: boolean },
): Promise<void> {
  const macs = codes.map((code) => context.secrets.mac('backup', textOf(userId, code)).toString('hex'));
  await db.run(sql`insert into auth.backup_code (user_id, selector, code_mac, is_active, created_at)
    select ${userId}::uuid, selector, decode(mac, 'hex'), ${isActive}::boolean, ${context.clock.now()}::timestamptz
    from unnest(${codes.map(selectorOf)}::text[], ${macs}::text[]) as made (selector, mac)
    on conflict (user_id, selector) do nothing`);
}

export async function dropBackupCodes(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`delete from auth.backup_code where user_id = ${userId}`);
}

/** As stored: a MAC, or the Argon2id hash of a code from before migration 0012. */
type StoredCode = { mac: Buffer | null; hash: string | null };

/** The selector of a code that is right and unused, else null. */
export async function checkBackupCode(
  context: AuthContext,
  userId: string,
  typed: string,
): Promise<string | null> {
  const code = parseBackupCode(typed) ?? '';
  const selector = selectorOf(code);
  const row = await context.database.maybeOne<StoredCode>(sql`select code_mac as mac, code_hash as hash
    from auth.backup_code where user_id = ${userId} and selector = ${selector} and is_active and used_at is null`);
  const isRight = row?.hash
    ? await context.passwords.verify(code, row.hash)
    : context.secrets.isMac(row?.mac ?? Buffer.alloc(0), 'backup', textOf(userId, code));
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
