import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext, World } from '../context.ts';
import type { Call } from '../http/call.ts';
import { requestMail, type SignupDetails } from '../outbox/requests.ts';
import { checkEmailDomain, requireUsername } from '../password/names.ts';
import { findPending, isOffered, requireFirstFactor } from '../sign-in/enter.ts';
import type { FirstFactor } from '../sign-in/first-factor-token.ts';
import { findSignedIn } from '../sign-in/step-up.ts';
import type { Tenant } from '../tenants/queries.ts';
import type { User } from '../users/queries.ts';
import {
  type Channel,
  type CodeInput,
  channelOf,
  checkCountry,
  factorOf,
  parseAddress,
  takeSend,
} from './address.ts';
import { insertCode, newCode, sendCode } from './codes.ts';
import { isPhoneFree } from './phones.ts';

/** Sends a code as first or second factor (auth protocol 7.10); the same answer for known and unknown addresses. */
export async function sendVerificationCode(
  context: AuthContext,
  call: Call,
  tenant: Tenant,
  world: World,
  body: CodeInput,
) {
  const channel = channelOf(body);
  const pending = await findPending(context, call, tenant, world);
  const isSecond = pending !== null && isOffered(pending.first, factorOf(channel));
  if (isSecond) return sendSecond(context, call, tenant, world, pending, channel, body);
  const caller = await findSignedIn(context, call);
  if (!caller) requireFirstFactor(tenant, factorOf(channel));
  const to = parseAddress(channel, body);
  if (channel === 'sms') checkCountry(tenant, to);
  else checkEmailDomain(tenant, to);
  const signup: SignupDetails = {
    name: body.name ?? null,
    username: body.username ? requireUsername(body.username) : null,
    data: body.data ?? {},
  };
  await takeSend(context, call, tenant, world, channel, to);
  const made = newCode();
  await requestMail(context, {
    kind: 'code',
    world,
    tenantId: tenant.id,
    origin: '',
    channel,
    to,
    signup,
    ...made,
  });
  return sent(context, world, channel, to, made);
}

/** As second factor: to the stored address, or to the number that is being enrolled (auth protocol 7.10). */
async function sendSecond(
  context: AuthContext,
  call: Call,
  tenant: Tenant,
  world: World,
  { first, user }: { first: FirstFactor; user: User },
  channel: Channel,
  body: CodeInput,
) {
  const to = await secondAddress(context, user, channel, body);
  if (channel === 'sms') checkCountry(tenant, to);
  await takeSend(context, call, tenant, world, channel, to);
  const made = newCode();
  await context.database.transaction(async (tx) => {
    const scope = { tenantId: tenant.id, purpose: 'second-factor', channel, address: to } as const;
    await insertCode(context, tx, world, {
      id: made.codeId,
      code: made.code,
      userId: first.userId,
      ...scope,
    });
    const { codeId: id, code } = made;
    await sendCode(context, tx, { id, purpose: scope.purpose, tenant, world, channel, to, code });
  });
  void context.kick();
  return sent(context, world, channel, to, made);
}

/** Somebody with a confirmed address uses that one; another one may be given only to enrol a first one. */
async function secondAddress(
  context: AuthContext,
  user: User,
  channel: Channel,
  body: CodeInput,
): Promise<string> {
  const stored = channel === 'sms' ? user.phone : user.emailNorm;
  const confirmedAt = channel === 'sms' ? user.phoneConfirmedAt : user.emailConfirmedAt;
  const hasGiven = channel === 'sms' ? body.phoneNumber !== undefined : body.email !== undefined;
  if (stored && confirmedAt) return stored;
  // An unproven mail address may be proven, not replaced, in the middle of a sign-in.
  if (channel === 'email') {
    if (!stored) throw new AppError('email_format');
    return stored;
  }
  if (!hasGiven) throw new AppError('phone_format');
  const to = parseAddress('sms', body);
  if (!(await isPhoneFree(context.database, user, to))) throw new AppError('phone_exists');
  return to;
}

function sent(
  context: AuthContext,
  world: World,
  channel: Channel,
  to: string,
  made: { codeId: string; code: string },
) {
  return {
    message: 'OK',
    result: {
      channel,
      ...(channel === 'sms' ? { phoneNumber: to } : { email: to }),
      submittedAt: context.clock.now().toISOString(),
      messageId: made.codeId,
      ...(world.mode === 'test' && context.config.mode === 'test' ? { verificationCode: made.code } : {}),
    },
  };
}
