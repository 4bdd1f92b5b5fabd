import { parseVerificationCode } from '@stint/domain/auth/totp-code.ts';
import { AppError } from '@stint/domain/errors.ts';
import { languageFor } from '@stint/domain/language.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import { sql } from '../../../platform/sql.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { isPhoneFree } from '../../model/users/phones.ts';
import { removeIdentifiers, setIdentifier, type User } from '../../model/users/queries.ts';
import { audit } from '../audit/audit.ts';
import type { ClientInfo } from '../http/client.ts';
import { releaseLimits, takeLimits } from '../limits/limits.ts';
import { limitRules } from '../limits/rules.ts';
import { queueNotice } from '../outbox/notices.ts';
import { checkCountry, takeSend } from '../proofs/code-address.ts';
import { type CodeScope, checkCode, insertCode, isNewestCode, newCode, spendCode } from '../proofs/codes.ts';
import { sendCode } from '../proofs/send-code.ts';
import type { ContactsContext } from './context.ts';
import { addUndo } from './email-change.ts';
import { phoneChanged, phoneRemoved } from './notices.ts';
import { undoAddress } from './undo-link.ts';

/** Somebody's own number, proven already or not. */
export type OwnPhone = { client: ClientInfo; tenant: Tenant; user: User; to: string };

const scopeOf = ({ tenant, user, to }: Omit<OwnPhone, 'call'>): CodeScope & { userId: string } => ({
  tenantId: tenant.id,
  purpose: 'verify',
  channel: 'sms',
  address: to,
  userId: user.id,
});

/** One account per number, unless the tenant's root lets people share them. @throws AppError `phone_exists` */
export async function requireFreePhone(
  context: ContactsContext,
  { tenant, user, to }: OwnPhone,
): Promise<void> {
  const root = await context.tenants.requireById(tenant.rootTenantId);
  const isFree = !root.settings.isPhoneNumberUnique || (await isPhoneFree(context.database, user, to));
  if (!isFree) throw new AppError('phone_exists');
}

/** Sends a code to a number that is to become, or is, somebody's own. */
export async function sendPhoneCode(context: ContactsContext, phone: OwnPhone) {
  const { client, tenant, user, to } = phone;
  checkCountry(tenant, to);
  await takeSend(context, { client, tenant, realm: user, channel: 'sms', to });
  const made = newCode();
  await context.database.transaction(async (tx) => {
    await insertCode(context, tx, user, { id: made.codeId, code: made.code, ...scopeOf(phone) });
    const { codeId: id, code } = made;
    const language = languageFor(user.language ?? client.language);
    await sendCode(context, tx, {
      id,
      purpose: 'verify',
      tenant,
      realm: user,
      channel: 'sms',
      to,
      code,
      language,
    });
  });
  void context.wakeWorkers();
  const isTest = user.mode === 'test' && context.config.mode === 'test';
  return {
    message: 'OK',
    result: {
      channel: 'sms',
      phoneNumber: to,
      submittedAt: context.clock.now().toISOString(),
      messageId: made.codeId,
      ...(isTest ? { verificationCode: made.code } : {}),
    },
  };
}

/** Whether the last code that went to this number was for this person to prove it. */
export function hasPhoneCode(context: ContactsContext, phone: Omit<OwnPhone, 'call'>): Promise<boolean> {
  return isNewestCode(context, scopeOf(phone));
}

/**
 * Makes a number somebody's own by the code that went to it, and does what follows in the same transaction.
 * @throws AppError `invalid_code`, `phone_exists`, `rate_limited`
 */
export async function takePhone<Answer>(
  context: ContactsContext,
  phone: OwnPhone,
  typed: string,
  finish: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const { tenant, user } = phone;
  const taken = await takeLimits(context, limitRules.code(user, user.id));
  const checked = await checkCode(context, scopeOf(phone), parseVerificationCode(typed) ?? '');
  if (!checked) throw new AppError('invalid_code');
  const root = await context.tenants.requireById(tenant.rootTenantId);
  const work = async (tx: Transaction) => {
    if (!(await spendCode(tx, checked.id, context.clock.now()))) throw new AppError('invalid_code');
    await releaseLimits(tx, taken);
    await setPhone(context, tx, phone, !root.settings.isPhoneNumberUnique);
    return finish(tx);
  };
  const answer = await context.database.transaction(work, { attempts: 1 }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'identifier_norm_key') ? new AppError('phone_exists') : error;
  });
  void context.wakeWorkers();
  return answer;
}

async function setPhone(
  context: ContactsContext,
  tx: Transaction,
  phone: OwnPhone,
  isShared: boolean,
): Promise<void> {
  const { tenant, user, to } = phone;
  // Proving the number that is proven already is a proof of the person, and no news.
  if (user.phone === to && user.phoneConfirmedAt !== null) return;
  const now = context.clock.now();
  const isChange = user.phone !== null && user.phone !== to;
  const undo = isChange ? await addUndo(context, tx, user, { kind: 'phone', newValue: to }) : null;
  await setIdentifier(tx, user, user.id, {
    kind: 'phone',
    value: to,
    norm: to,
    confirmedAt: now,
    isShared,
    now,
  });
  await noteChange(tx, phone, 'phone.changed', now);
  const notice = phoneChanged(undo && undoAddress(context, undo));
  await queueNotice(context, tx, { tenant, user, notice });
}

/** Takes somebody's number away; the mail about it can give it back. */
export async function removePhone(
  context: ContactsContext,
  tx: Transaction,
  phone: Omit<OwnPhone, 'to'>,
): Promise<void> {
  const { tenant, user } = phone;
  const undo = await addUndo(context, tx, user, { kind: 'phone', newValue: null });
  await removeIdentifiers(tx, sql`user_id = ${user.id} and kind = 'phone'`);
  await noteChange(tx, phone, 'phone.removed', context.clock.now());
  await queueNotice(context, tx, { tenant, user, notice: phoneRemoved(undoAddress(context, undo)) });
}

async function noteChange(
  tx: Transaction,
  { client, tenant, user }: Omit<OwnPhone, 'to'>,
  action: 'phone.changed' | 'phone.removed',
  now: Date,
): Promise<void> {
  await tx.run(sql`update auth.user_account set updated_at = ${now}
    where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and id = ${user.id}`);
  const event = { realm: user, tenantId: tenant.id, userId: user.id, address: client.fullAddress };
  await audit(tx, { ...event, action, requestId: client.requestId }, now);
}
