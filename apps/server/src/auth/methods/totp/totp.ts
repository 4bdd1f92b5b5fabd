import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { isSameSecret } from '../../../platform/secrets.ts';
import { empty, type Sql, sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { addBackupCodes, backupCodesOf, dropBackupCodes, makeBackupCodes } from './backup-codes.ts';

const stepSeconds = 30;
const digits = 6;
const secretBytes = 20;
const forUpdate = sql`for update`;
/** A pairing has to be confirmed within this time (security 5). */
const enrolMs = 15 * 60_000;

/** The code of a time step (RFC 6238 section 4.2 over RFC 4226 section 5.3; SHA-1, 6 digits). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds);
}

/** The step that a code belongs to: now or one step of drift to either side, greater than the last accepted one. */
export function matchingStep(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  const current = stepAt(now);
  const steps = [current, current - 1, current + 1];
  const found = steps.filter((step) => isSameSecret(Buffer.from(totpCode(secret, step)), Buffer.from(code)));
  return found.find((step) => step > lastStep) ?? null;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648 section 6), the form authenticator apps take. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

export type TotpRow = { secret: Buffer; confirmedAt: Date | null; lastStep: number; enrolUntil: Date | null };

type SealedRow = { sealed: Buffer; confirmedAt: Date | null; lastStep: number; enrolUntil: Date | null };

/** Somebody's authenticator; the secret is bound to the person's id (security 5). */
export async function findTotp(
  context: AuthContext,
  db: Queryable,
  userId: string,
  lock: Sql = empty,
): Promise<TotpRow | null> {
  const row = await db.maybeOne<SealedRow>(sql`select sealed_secret as sealed, confirmed_at as "confirmedAt",
      last_step as "lastStep", enrol_until as "enrolUntil"
    from auth.totp where user_id = ${userId} ${lock}`);
  if (!row) return null;
  const secret = Buffer.from(context.secrets.open(row.sealed, `totp ${userId}`), 'base64');
  return { secret, confirmedAt: row.confirmedAt, lastStep: row.lastStep, enrolUntil: row.enrolUntil };
}

/**
 * The secret and backup codes of a pairing in progress; asked again they are the same until it is confirmed or 15 minutes
 * have passed. The row of the pairing is held meanwhile: a confirmation comes before or after all of this.
 * @throws AppError `factor_already_set` when it was confirmed
 */
export async function startPairing(
  context: AuthContext,
  tx: Transaction,
  userId: string,
): Promise<{ secret: Buffer; backupCodes: string[] }> {
  const now = context.clock.now();
  const { sealed, keyId } = context.secrets.seal(
    randomBytes(secretBytes).toString('base64'),
    `totp ${userId}`,
  );
  const begun =
    await tx.run(sql`insert into auth.totp (user_id, sealed_secret, key_id, enrol_until, created_at)
    values (${userId}, ${sealed}, ${keyId}, ${new Date(now.getTime() + enrolMs)}, ${now})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, key_id = excluded.key_id,
      enrol_until = excluded.enrol_until, last_step = 0, created_at = excluded.created_at
    where auth.totp.confirmed_at is null and auth.totp.enrol_until <= ${now}`);
  if (begun === 1) await dropBackupCodes(tx, userId);
  const pairing = await findTotp(context, tx, userId, forUpdate);
  if (!pairing || pairing.confirmedAt !== null) throw new AppError('factor_already_set');
  const backupCodes = backupCodesOf(context, userId, pairing.secret);
  await addBackupCodes(context, tx, userId, { codes: backupCodes, isActive: false });
  return { secret: pairing.secret, backupCodes };
}

/** Ten new codes in place of all older ones; the row of the authenticator is held, so that one of two renewals counts. */
export async function renewBackupCodes(
  context: AuthContext,
  tx: Transaction,
  userId: string,
): Promise<string[]> {
  const totp = await findTotp(context, tx, userId, forUpdate);
  if (!totp?.confirmedAt) throw new AppError('state_conflict', { message: 'Set up an authenticator first.' });
  const backupCodes = makeBackupCodes();
  await dropBackupCodes(tx, userId);
  await addBackupCodes(context, tx, userId, { codes: backupCodes, isActive: true });
  return backupCodes;
}

/** Accepts a step once, by one conditional update (security 5). @returns false when it, or a later one, was used before */
export async function acceptStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const touched = await db.run(sql`update auth.totp set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`);
  return touched === 1;
}

/** Turns a pairing on with its first right code. @returns false when it is on already or too late */
export async function confirmPairing(
  db: Queryable,
  userId: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const touched =
    await db.run(sql`update auth.totp set confirmed_at = ${now}, last_step = ${step}, enrol_until = null
    where user_id = ${userId} and confirmed_at is null and enrol_until > ${now} and last_step < ${step}`);
  if (touched !== 1) return false;
  await db.run(sql`update auth.backup_code set is_active = true where user_id = ${userId}`);
  return true;
}

export async function removeTotp(db: Queryable, userId: string): Promise<boolean> {
  await dropBackupCodes(db, userId);
  return (
    (await db.run(sql`delete from auth.totp where user_id = ${userId} and confirmed_at is not null`)) === 1
  );
}
