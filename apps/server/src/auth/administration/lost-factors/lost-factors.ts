import { LOST_FACTOR_WAIT_MS, lostFactorReadyAt } from '@stint/domain/auth/lost-factor.ts';
import { AppError } from '@stint/domain/errors.ts';
import { languageFor } from '@stint/domain/language.ts';
import { providerUrl } from '../../../config.ts';
import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { isSameSecret, newSecret, sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { rolesIn, type UserCaller } from '../../mechanisms/access/access.ts';
import { requireSelf } from '../../mechanisms/access/own-user.ts';
import { type AuditAction, audit } from '../../mechanisms/audit/audit.ts';
import type { ClientInfo } from '../../mechanisms/http/client.ts';
import { addJob } from '../../mechanisms/jobs/jobs.ts';
import { identifierHash, takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import { noticeMail, queueNotice } from '../../mechanisms/outbox/notices.ts';
import { queueMessage } from '../../mechanisms/outbox/outbox.ts';
import { removeTotp } from '../../methods/totp/totp.ts';
import { endAccess } from '../../model/sessions/queries.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserById, type User } from '../../model/users/queries.ts';
import { isFactorAvailable } from '../../sign-in/flow.ts';
import { requireFresh } from '../../sign-in/step-up.ts';
import {
  lostFactorAsked,
  lostFactorDone,
  lostFactorStopped,
  lostFactorText,
  lostFactorTold,
} from './notices.ts';
import {
  changeLostFactor,
  findLostFactor,
  insertLostFactor,
  type LostFactorRow,
  listLeaders,
  lockLostFactor,
} from './queries.ts';

/** The kind of the job that ends the day's wait. */
export const lostFactorJob = 'lost-factor';

const sms = { channel: 'sms', strategy: 'verificationCode' };

type Acting = { context: AuthContext; caller: UserCaller; tenant: Tenant };

/**
 * An owner reports that a member has lost the authenticator: the person is told on every channel and gets the link that
 * proves the address; owners and admins of all their workspaces are told.
 * @throws AppError `not_found`, `forbidden` for oneself, `state_conflict` where there is nothing to remove, `step_up_required`
 */
export async function askLostFactor(acting: Acting, userUuid: string): Promise<LostFactorRow> {
  const { context, caller, tenant } = acting;
  requireFresh(context, caller, await requireSelf(context, caller));
  const user = await requireMember(acting, userUuid);
  requireRemovable(caller, user);
  const email = user.email ?? '';
  await takeLimits(
    context,
    limitRules.mail(user, identifierHash(email.toLowerCase()), caller.client.address),
  );
  const now = context.clock.now();
  const [id, token] = [newId(), newSecret()];
  await context.database.transaction(async (tx) => {
    const { rootTenantId, mode } = user;
    const row = { id, rootTenantId, mode, tenantId: tenant.id, userId: user.id };
    const isNew = await insertLostFactor(
      tx,
      { ...row, askedBy: caller.session.userId, hash: sha256(token) },
      now,
    );
    if (!isNew) {
      throw new AppError('state_conflict', {
        message: 'This is asked for already. Stop that request first.',
      });
    }
    await note(context, tx, {
      action: 'lostfactor.asked',
      row,
      client: caller.client,
      by: caller.session.userId,
    });
    const href = `${providerUrl(context.config)}auth/lost-factor?${new URLSearchParams({ uuid: id, token })}`;
    await tellEverybody(context, tx, { tenant, user, href });
    const runAt = new Date(now.getTime() + LOST_FACTOR_WAIT_MS);
    await addJob(context, tx, { kind: lostFactorJob, payload: { id }, runAt });
  });
  void context.wakeWorkers();
  return requireOpen(context, id);
}

/** A second owner or admin agrees. @throws AppError `forbidden` for who asked and for the person */
export async function secondLostFactor(acting: Acting, id: string): Promise<LostFactorRow> {
  const { context, caller } = acting;
  requireFresh(context, caller, await requireSelf(context, caller));
  const by = caller.session.userId;
  const known = await requireOpenAt(acting, id);
  if (by === known.askedBy || by === known.userId) {
    throw new AppError('forbidden', {
      message: 'Somebody else than who asked, and than the person, has to agree.',
    });
  }
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const row = await lockLostFactor(tx, id, now);
    if (!row) throw new AppError('not_found');
    if (row.secondedAt === null) {
      await changeLostFactor(tx, id, sql`seconded_by = ${by}, seconded_at = ${now}`);
      await note(context, tx, { action: 'lostfactor.seconded', row, client: caller.client, by });
    }
    await finishLostFactor(context, tx, id);
  });
  void context.wakeWorkers();
  return (await findLostFactor(context.database, id, now)) ?? { ...known, secondedBy: by, secondedAt: now };
}

/** Somebody who leads a workspace of the person stops it; so can the person by the link. */
export async function stopLostFactor(acting: Acting, id: string): Promise<void> {
  const { context, caller } = acting;
  await requireOpenAt(acting, id);
  await stop(context, id, { client: caller.client, by: caller.session.userId });
}

/**
 * The person answers by the link of the mail.
 * @returns when the authenticator goes; null where it was stopped
 * @throws AppError `invalid_token`
 */
export async function answerLostFactor(
  context: AuthContext,
  client: ClientInfo,
  { uuid, token, answer }: { uuid: string; token: string; answer: string },
): Promise<Date | null> {
  const now = context.clock.now();
  const known = await findLostFactor(context.database, uuid, now);
  if (!known || !isSameSecret(known.hash, sha256(token))) throw new AppError('invalid_token');
  if (answer === 'refuse') {
    await stop(context, uuid, { client, by: known.userId });
    return null;
  }
  const readyAt = await context.database.transaction(async (tx) => {
    const row = await lockLostFactor(tx, uuid, now);
    if (!row) throw new AppError('invalid_token');
    if (row.provenAt === null) {
      await changeLostFactor(tx, uuid, sql`proven_at = ${now}`);
      await note(context, tx, { action: 'lostfactor.proven', row, client, by: row.userId });
    }
    await finishLostFactor(context, tx, uuid);
    return lostFactorReadyAt({ ...row, provenAt: row.provenAt ?? now });
  });
  void context.wakeWorkers();
  return readyAt;
}

/** Removes the authenticator where everything that it waits for has happened. */
export async function finishLostFactor(context: AuthContext, tx: Transaction, id: string): Promise<void> {
  const now = context.clock.now();
  const row = await lockLostFactor(tx, id, now);
  const readyAt = row && lostFactorReadyAt(row);
  if (!row || !readyAt || readyAt > now) return;
  const user = await findUserById(tx, row, row.userId);
  if (!user) return;
  await removeTotp(tx, user.id);
  const ended = await endAccess(tx, user.id, { reason: 'admin', now });
  await changeLostFactor(tx, id, sql`ended_at = ${now}`);
  const detail = { factor: 'authenticator/totp', lostFactor: id };
  const event = { realm: row, tenantId: row.tenantId, userId: user.id, actorKind: 'system' as const };
  await audit(tx, { ...event, action: 'factor.removed', detail }, now);
  const tenant = await context.tenants.within(tx).requireById(row.tenantId);
  await queueNotice(context, tx, { tenant, user, notice: lostFactorDone });
  tx.afterCommit(() => context.sessions.forget(ended));
}

async function stop(
  context: AuthContext,
  id: string,
  { client, by }: { client: ClientInfo; by: string },
): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const row = await lockLostFactor(tx, id, now);
    if (!row) return;
    await changeLostFactor(tx, id, sql`ended_at = ${now}, refused_by = ${by}`);
    await note(context, tx, { action: 'lostfactor.stopped', row, client, by });
    const user = await findUserById(tx, row, row.userId);
    const tenant = await context.tenants.within(tx).requireById(row.tenantId);
    if (user) await queueNotice(context, tx, { tenant, user, notice: lostFactorStopped });
  });
  void context.wakeWorkers();
}

async function requireMember({ context, caller, tenant }: Acting, userUuid: string): Promise<User> {
  const user = await findUserById(context.database, caller.realm, userUuid);
  const isMember =
    user &&
    (await context.database.maybeOne(sql`select 1 as one from auth.membership
      where tenant_id = ${tenant.id} and user_id = ${user.id}`));
  if (!user || !isMember) throw new AppError('not_found');
  return user;
}

function requireRemovable(caller: UserCaller, user: User): void {
  if (user.id === caller.session.userId) {
    throw new AppError('forbidden', {
      message: 'Use a backup code for your own authenticator, or ask another owner.',
    });
  }
  if (user.totpConfirmedAt === null || user.email === null || user.emailConfirmedAt === null) {
    throw new AppError('state_conflict', {
      message: 'There is no authenticator to remove, or no confirmed address to ask the person at.',
    });
  }
}

/** A request about somebody who is a member here; the door has looked that the caller leads this workspace. */
async function requireOpenAt({ context, caller, tenant }: Acting, id: string): Promise<LostFactorRow> {
  const row = await requireOpen(context, id);
  const isHere = await context.database.maybeOne(sql`select 1 as one from auth.membership
    where tenant_id = ${tenant.id} and user_id = ${row.userId}`);
  if (!isHere || (await rolesIn(context, caller, tenant)) === null) throw new AppError('not_found');
  return row;
}

async function requireOpen(context: AuthContext, id: string): Promise<LostFactorRow> {
  const row = await findLostFactor(context.database, id, context.clock.now());
  if (!row) throw new AppError('not_found');
  return row;
}

type Told = { tenant: Tenant; user: User; href: string };

/** The person by mail and text message, and who leads the workspaces they are in. */
async function tellEverybody(
  context: AuthContext,
  tx: Transaction,
  { tenant, user, href }: Told,
): Promise<void> {
  await queueNotice(context, tx, { tenant, user, notice: lostFactorAsked(tenant.name, href) });
  const root = await context.tenants.within(tx).requireById(user.rootTenantId);
  const to = { realm: user, tenantId: root.id };
  if (user.phone && user.phoneConfirmedAt && isFactorAvailable(context, user.mode, sms)) {
    const message = {
      channel: 'sms',
      to: user.phone,
      subject: '',
      text: lostFactorText(root.name, languageFor(user.language)),
      html: '',
    } as const;
    await queueMessage(context, tx, { ...to, message });
  }
  const notice = lostFactorTold(tenant.name, user.name ?? user.email ?? '');
  for (const { email, language } of await listLeaders(tx, user.id)) {
    const mail = noticeMail(root.name, notice, languageFor(language));
    await queueMessage(context, tx, { ...to, message: { channel: 'email', to: email, ...mail } });
  }
}

type Noted = {
  action: Extract<AuditAction, `lostfactor.${string}`>;
  row: Pick<LostFactorRow, 'id' | 'rootTenantId' | 'mode' | 'tenantId' | 'userId'>;
  client: ClientInfo;
  by: string;
};

async function note(
  context: AuthContext,
  tx: Transaction,
  { action, row, client, by }: Noted,
): Promise<void> {
  const who = {
    realm: row,
    tenantId: row.tenantId,
    userId: row.userId,
    actorKind: 'user' as const,
    actorId: by,
  };
  const from = { address: client.fullAddress, requestId: client.requestId };
  await audit(tx, { ...who, ...from, action, detail: { lostFactor: row.id } }, context.clock.now());
}
