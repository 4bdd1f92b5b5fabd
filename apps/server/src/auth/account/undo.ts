import { parseEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { isUuid } from '../../platform/ids.ts';
import { isSameSecret, sha256 } from '../../platform/secrets.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import type { ClientInfo } from '../mechanisms/http/client.ts';
import { endLostFactors } from '../mechanisms/people/lost-factors.ts';
import { settleAddress } from '../mechanisms/people/proven-address.ts';
import { dropUnproven } from '../mechanisms/people/unproven.ts';
import { queueLink } from '../mechanisms/proofs/mail-requests.ts';
import { voidProofs } from '../model/proofs/links.ts';
import type { Realm } from '../model/realm.ts';
import { endAccess, raiseAuthzVersion } from '../model/sessions/queries.ts';
import { findUserById, removeIdentifiers, setIdentifier, type User } from '../model/users/queries.ts';

type Kind = 'email' | 'phone';
type Former = { kind: Kind; oldValue: string | null; oldConfirmedAt: Date | null };
type Change = Former &
  Realm & { id: string; userId: string; createdAt: Date; hash: Buffer; passwordDigest: Buffer | null };

/**
 * Puts back what an account was before a change of address or number. Somebody else may have been in it since: all that
 * was set from then on is void (password, authenticator, linked identities, devices, further changes), every session ends,
 * and the address that is right again gets a link for a new password.
 * @throws AppError `invalid_token`
 */
export async function undoChange(
  context: AuthContext,
  client: ClientInfo,
  { uuid, token }: { uuid: string; token: string },
): Promise<void> {
  const change = await findChange(context, uuid);
  if (!change || !isSameSecret(change.hash, sha256(token))) throw new AppError('invalid_token');
  await context.database.transaction((tx) => takeBack(context, tx, client, change));
  void context.wakeWorkers();
}

function findChange({ database, clock }: AuthContext, uuid: string): Promise<Change | null> {
  if (!isUuid(uuid)) return Promise.resolve(null);
  return database.maybeOne<Change>(sql`select id, user_id as "userId", root_tenant_id as "rootTenantId", mode, kind,
      old_value as "oldValue", old_confirmed_at as "oldConfirmedAt", created_at as "createdAt", undo_hash as hash, password_digest as "passwordDigest"
    from auth.identifier_change where id = ${uuid} and undone_at is null and undo_until > ${clock.now()}`);
}

async function takeBack(
  context: AuthContext,
  tx: Transaction,
  client: ClientInfo,
  change: Change,
): Promise<void> {
  const { userId, createdAt: since } = change;
  const now = context.clock.now();
  const user = await findUserById(tx, change, userId);
  if (!user) throw new AppError('invalid_token');
  const formers = await takeChanges(tx, change, now);
  // A first number or address of somebody who had none left no change to take back.
  await removeIdentifiers(
    tx,
    sql`user_id = ${userId} and kind in ('email', 'phone') and created_at > ${since}`,
  );
  for (const former of formers) await restore(context, tx, user, former);
  const voided = await voidWaysIn(tx, change);
  await voidProofs(tx, userId, now);
  await endLostFactors(tx, user, now);
  const ended = await endAccess(tx, userId, { reason: 'user', now });
  await raiseAuthzVersion(tx, change, userId, now);
  const tenant = await context.tenants.within(tx).requireById(change.rootTenantId);
  const event = { realm: change, tenantId: tenant.id, userId, address: client.fullAddress };
  const action = change.kind === 'email' ? ('email.undone' as const) : ('phone.undone' as const);
  await audit(tx, { ...event, action, detail: { voided }, requestId: client.requestId }, now);
  const restored = await findUserById(tx, change, userId);
  if (restored?.email) await queueLink(context, tx, { tenant, user: restored, kind: 'reset' });
  tx.afterCommit(() => context.sessions.forget(ended));
}

/** This change and all later ones count as undone: their mails went to whoever made this one. @returns the oldest of each kind */
async function takeChanges(tx: Transaction, change: Change, now: Date): Promise<Former[]> {
  const taken = await tx.rows<Former & { id: string; createdAt: Date }>(sql`update auth.identifier_change
    set undone_at = ${now}
    where user_id = ${change.userId} and created_at >= ${change.createdAt} and undone_at is null
    returning id, kind, old_value as "oldValue", old_confirmed_at as "oldConfirmedAt", created_at as "createdAt"`);
  if (!taken.some(({ id }) => id === change.id)) throw new AppError('invalid_token');
  const oldestFirst = taken.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const others = oldestFirst.find(({ kind }) => kind !== change.kind);
  return others ? [change, others] : [change];
}

/**
 * Gives an account its former address back. Who signed up with it meanwhile and never proved it loses it, or a stranger could
 * stand in the way; to somebody who proved it, it belongs, and this account is left without one.
 */
async function restore(
  context: AuthContext,
  tx: Transaction,
  user: User,
  { kind, oldValue, oldConfirmedAt }: Former,
): Promise<void> {
  const now = context.clock.now();
  const own = sql`user_id = ${user.id} and kind = ${kind}`;
  if (oldValue === null) {
    await removeIdentifiers(tx, own);
    return;
  }
  const parsed = parseEmail(oldValue);
  const norm = kind === 'email' && parsed.ok ? parsed.norm : oldValue;
  const { rootTenantId, mode } = user;
  if (kind === 'email' && oldConfirmedAt) await settleAddress(context, tx, user, norm);
  const holders = await tx.rows<{ userId: string; confirmedAt: Date | null }>(sql`
    select user_id as "userId", confirmed_at as "confirmedAt" from auth.identifier
    where root_tenant_id = ${rootTenantId} and mode = ${mode} and kind = ${kind} and norm = ${norm}
      and user_id <> ${user.id} and not is_shared for update`);
  for (const holder of holders.filter(({ confirmedAt }) => confirmedAt === null)) {
    await dropUnproven(context, tx, { id: holder.userId });
    await removeIdentifiers(tx, sql`user_id = ${holder.userId} and kind = ${kind}`);
  }
  const isTaken = holders.some(({ confirmedAt }) => confirmedAt !== null);
  if (isTaken) await removeIdentifiers(tx, own);
  else
    await setIdentifier(tx, user, user.id, { kind, value: oldValue, norm, confirmedAt: oldConfirmedAt, now });
}

/** What lets somebody in, or makes a browser known, and was set since. @returns what there was of it */
async function voidWaysIn(tx: Transaction, { userId, createdAt, passwordDigest }: Change): Promise<string[]> {
  const isNew = (column: Sql) => sql`${column} >= ${createdAt}`;
  const noAuthenticator = sql`not exists (select 1 from auth.totp t where t.user_id = ${userId})`;
  const set: [string, Sql][] = [
    [
      'password',
      sql`auth.credential where ${isNew(sql`changed_at`)}
        and sha256(convert_to(password_hash, 'UTF8')) is distinct from ${passwordDigest}::bytea`,
    ],
    ['authenticator', sql`auth.totp where (confirmed_at is null or ${isNew(sql`confirmed_at`)})`],
    ['backupCodes', sql`auth.backup_code where (${isNew(sql`created_at`)} or ${noAuthenticator})`],
    ['identities', sql`auth.federated_identity where ${isNew(sql`created_at`)}`],
    ['devices', sql`auth.device where ${isNew(sql`first_seen_at`)}`],
  ];
  const voided: string[] = [];
  for (const [name, rows] of set) {
    if ((await tx.run(sql`delete from ${rows} and user_id = ${userId}`)) > 0) voided.push(name);
  }
  return voided;
}
