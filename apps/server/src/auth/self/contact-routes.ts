import { parseEmail } from '@stint/domain/auth/email.ts';
import { parseVerificationCode } from '@stint/domain/auth/totp-code.ts';
import { AppError } from '@stint/domain/errors.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import { isSameSecret, newSecret, sha256 } from '../../platform/secrets.ts';
import { sql } from '../../platform/sql.ts';
import { audit } from '../audit/audit.ts';
import { checkCountry, parseAddress, takeSend } from '../code/address.ts';
import { checkCode, insertCode, newCode, sendCode, spendCode } from '../code/codes.ts';
import { isPhoneFree } from '../code/phones.ts';
import type { AuthContext, Mode } from '../context.ts';
import { tenantOfKeyCall, type UserCaller } from '../http/access.ts';
import type { Call } from '../http/call.ts';
import type { Part } from '../http/handlers.ts';
import { identifierHash, releaseLimits, takeLimits } from '../limits/limits.ts';
import { limitRules } from '../limits/rules.ts';
import { voidProofs } from '../link/links.ts';
import { queueNotice } from '../outbox/notices.ts';
import { queueLink } from '../outbox/requests.ts';
import { endSessions } from '../sessions/queries.ts';
import { requireFresh } from '../sign-in/step-up.ts';
import type { Tenant } from '../tenants/queries.ts';
import {
  findUserByAnyId,
  findUserById,
  findUserByIdentifier,
  setIdentifier,
  type User,
} from '../users/queries.ts';
import { addUndo } from './email-change.ts';
import { requireSelf } from './routes.ts';
import { undoAddress } from './undo-page.ts';

type ContactRoutes = Part<
  | 'PUT /self/email'
  | 'PUT /self/phone'
  | 'POST /self/undo'
  | 'POST /auth/verify/email'
  | 'POST /auth/verify/phone'
>;

/** Proving and changing the own address and number (auth protocol 7.17 and 17, security 10). */
export function contactRoutes(context: AuthContext): ContactRoutes {
  return {
    async 'PUT /self/email'({ body }, caller) {
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      return sendEmailProof(context, caller.call, await homeOf(context, caller), user, body.email);
    },
    async 'PUT /self/phone'({ body }, caller) {
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      const tenant = await homeOf(context, caller);
      const to = parseAddress('sms', body);
      if (!(await isPhoneAvailable(context, tenant, user, to))) throw new AppError('phone_exists');
      if (!body.verificationCode) return sendPhoneCode(context, caller.call, tenant, user, to);
      await takePhone(context, caller.call, tenant, user, to, body.verificationCode);
      return { message: 'OK' };
    },
    async 'POST /self/undo'({ body }, { call }) {
      await undoChange(context, call, body);
      return { message: 'OK' };
    },
    async 'POST /auth/verify/email'({ body }, caller) {
      if (caller.kind === 'user') {
        const user = await requireSelf(context, caller);
        const email = body.email ?? user.email ?? '';
        if (email.toLowerCase() !== user.emailNorm) requireFresh(context, caller, user);
        return sendEmailProof(context, caller.call, await homeOf(context, caller), user, email);
      }
      const tenant = await tenantOfKeyCall(context, caller, body.tenantId);
      const user =
        body.userUuid || body.userId !== undefined
          ? await findUserByAnyId(context.database, caller.world, String(body.userUuid ?? body.userId))
          : await findUserByIdentifier(
              context.database,
              caller.world,
              ['email'],
              (body.email ?? '').toLowerCase(),
            );
      if (!user) throw new AppError('not_found');
      return sendEmailProof(context, caller.call, tenant, user, user.email ?? '');
    },
    async 'POST /auth/verify/phone'({ body }, caller) {
      const user = await requireSelf(context, caller);
      const tenant = await homeOf(context, caller);
      const to = parseAddress('sms', { phoneNumber: body.phoneNumber ?? user.phone ?? '' });
      if (to !== user.phone) requireFresh(context, caller, user);
      if (!(await isPhoneAvailable(context, tenant, user, to))) throw new AppError('phone_exists');
      return sendPhoneCode(context, caller.call, tenant, user, to);
    },
  };
}

/** The tenant whose name and pages a message carries. */
function homeOf(context: AuthContext, { session }: UserCaller): Promise<Tenant> {
  return context.tenants.requireById(session.tenantId);
}

/** The proof goes to the new address; a taken one answers alike and gets no link (security 3). */
async function sendEmailProof(context: AuthContext, call: Call, tenant: Tenant, user: User, email: string) {
  const parsed = parseEmail(email);
  if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
  await takeLimits(context, limitRules.mail(user, identifierHash(parsed.norm), call.address));
  const isOwn = parsed.norm === user.emailNorm;
  const taken = await findUserByIdentifier(context.database, user, ['email'], parsed.norm);
  const secret = { uuid: newId(), token: newSecret() };
  let href: string | null = null;
  if (!taken || taken.id === user.id) {
    const data = isOwn ? {} : { newEmail: { value: parsed.email, norm: parsed.norm } };
    const to = isOwn ? (user.email ?? parsed.email) : parsed.email;
    const link = await context.database.transaction((tx) =>
      queueLink(context, tx, { tenant, user, kind: 'verify', call, to, data, ...secret }),
    );
    href = link.href;
  }
  void context.kick();
  return {
    message: 'OK',
    result: {
      email: parsed.email,
      submittedAt: context.clock.now().toISOString(),
      messageId: secret.uuid,
      ...(isTest(context, user.mode) && href ? { link: href, url: href } : {}),
    },
  };
}

function isTest(context: AuthContext, mode: Mode): boolean {
  return mode === 'test' && context.config.mode === 'test';
}

/** One account per number, unless the tenant's root lets people share them (auth protocol 3). */
async function isPhoneAvailable(
  context: AuthContext,
  tenant: Tenant,
  user: User,
  to: string,
): Promise<boolean> {
  const root = await context.tenants.requireById(tenant.rootTenantId);
  return !root.settings.isPhoneNumberUnique || isPhoneFree(context.database, user, to);
}

async function sendPhoneCode(context: AuthContext, call: Call, tenant: Tenant, user: User, to: string) {
  checkCountry(tenant, to);
  await takeSend(context, call, tenant, user, 'sms', to);
  const made = newCode();
  await context.database.transaction(async (tx) => {
    const scope = {
      tenantId: tenant.id,
      purpose: 'verify',
      channel: 'sms',
      address: to,
      userId: user.id,
    } as const;
    await insertCode(context, tx, user, { id: made.codeId, code: made.code, ...scope });
    await sendCode(context, tx, { tenant, world: user, channel: 'sms', to, code: made.code });
  });
  void context.kick();
  return {
    message: 'OK',
    result: {
      channel: 'sms',
      phoneNumber: to,
      submittedAt: context.clock.now().toISOString(),
      messageId: made.codeId,
      ...(isTest(context, user.mode) ? { verificationCode: made.code } : {}),
    },
  };
}

async function takePhone(
  context: AuthContext,
  call: Call,
  tenant: Tenant,
  user: User,
  to: string,
  typed: string,
): Promise<void> {
  const taken = await takeLimits(context, limitRules.code(user, user.id));
  const scope = {
    tenantId: tenant.id,
    purpose: 'verify',
    channel: 'sms',
    address: to,
    userId: user.id,
  } as const;
  const checked = await checkCode(context, scope, parseVerificationCode(typed) ?? '');
  if (!checked) throw new AppError('invalid_code');
  const now = context.clock.now();
  const root = await context.tenants.requireById(tenant.rootTenantId);
  await context.database
    .transaction(
      async (tx) => {
        if (!(await spendCode(tx, checked.id, now))) throw new AppError('invalid_code');
        await releaseLimits(tx, taken);
        const isChange = user.phone !== null && user.phone !== to;
        const undo = isChange ? await addUndo(context, tx, user, { kind: 'phone', newValue: to }) : null;
        const isShared = !root.settings.isPhoneNumberUnique;
        await setIdentifier(
          tx,
          user,
          user.id,
          { kind: 'phone', value: to, norm: to, confirmedAt: now, isShared },
          now,
        );
        await tx.run(sql`update auth.user_account set updated_at = ${now}
          where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and id = ${user.id}`);
        const event = { world: user, tenantId: tenant.id, userId: user.id, address: call.fullAddress };
        await audit(tx, { ...event, action: 'phone.changed', requestId: call.requestId }, now);
        await queueNotice(context, tx, tenant, user, {
          kind: 'phoneChanged',
          undo: undo && undoAddress(context, undo),
        });
      },
      { attempts: 1 },
    )
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'identifier_norm_key')) throw new AppError('phone_exists');
      throw error;
    });
  void context.kick();
}

type UndoRow = {
  userId: string;
  rootTenantId: string;
  mode: Mode;
  kind: 'email' | 'phone';
  oldValue: string | null;
  oldConfirmedAt: Date | null;
  hash: Buffer;
};

/** Puts an address back and ends every session, since somebody else may have been there (decisions 12). */
async function undoChange(
  context: AuthContext,
  call: Call,
  { uuid, token }: { uuid: string; token: string },
): Promise<void> {
  const now = context.clock.now();
  const row = isUuid(uuid)
    ? await context.database.maybeOne<UndoRow>(sql`select user_id as "userId", root_tenant_id as "rootTenantId", mode, kind,
        old_value as "oldValue", old_confirmed_at as "oldConfirmedAt", undo_hash as hash
      from auth.identifier_change where id = ${uuid} and undone_at is null and undo_until > ${now}`)
    : null;
  if (!row || !isSameSecret(row.hash, sha256(token))) throw new AppError('invalid_token');
  const tenant = await context.tenants.requireById(row.rootTenantId);
  await context.database
    .transaction(
      async (tx) => {
        const touched = await tx.run(sql`update auth.identifier_change set undone_at = ${now}
          where id = ${uuid} and undone_at is null`);
        const user = await findUserById(tx, row, row.userId);
        if (touched !== 1 || !user) throw new AppError('invalid_token');
        if (row.oldValue) {
          const norm = row.kind === 'email' ? row.oldValue.toLowerCase() : row.oldValue;
          const old = { kind: row.kind, value: row.oldValue, norm, confirmedAt: row.oldConfirmedAt };
          await setIdentifier(tx, row, row.userId, old, now);
        }
        await voidProofs(tx, row.userId, now);
        const ended = await endSessions(tx, sql`s.user_id = ${row.userId}`, 'user', now);
        const event = { world: row, tenantId: tenant.id, userId: row.userId, address: call.fullAddress };
        const action = row.kind === 'email' ? ('email.undone' as const) : ('phone.undone' as const);
        await audit(tx, { ...event, action, requestId: call.requestId }, now);
        tx.afterCommit(() => context.sessions.forget(ended));
      },
      { attempts: 1 },
    )
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'identifier_norm_key')) throw new AppError('invalid_token');
      throw error;
    });
}
