import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { parseEmail } from '@stint/domain/auth/email.ts';
import { parsePhone } from '@stint/domain/auth/phone.ts';
import { parseVerificationCode } from '@stint/domain/auth/totp-code.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../platform/database.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { audit } from '../audit/audit.ts';
import type { AuthContext, World } from '../context.ts';
import type { Call } from '../http/call.ts';
import type { Part } from '../http/handlers.ts';
import { identifierHash, releaseLimits, takeLimits } from '../limits/limits.ts';
import { limitRules } from '../limits/rules.ts';
import { requestMail, type SignupDetails } from '../outbox/requests.ts';
import { checkEmailDomain, requireUsername } from '../password/routes.ts';
import { enterTenant, findPending, isOffered, requireFirstFactor } from '../sign-in/enter.ts';
import { finishSignIn } from '../sign-in/finish.ts';
import type { FirstFactor } from '../sign-in/first-factor-token.ts';
import { findSignedIn, stepUp } from '../sign-in/step-up.ts';
import type { Tenant } from '../tenants/queries.ts';
import { confirmIdentifier, findUserById, insertUser, setIdentifier, type User } from '../users/queries.ts';
import { dropUnproven } from '../users/unproven.ts';
import {
  type CheckedCode,
  type CodeScope,
  checkCode,
  insertCode,
  newCode,
  sendCode,
  spendCode,
} from './codes.ts';
import { isPhoneFree } from './phones.ts';

type CodeRoutes = Part<'POST /tenants/:tenantId/auth/code' | 'PUT /tenants/:tenantId/auth/code'>;

/** Sending and checking verification codes (auth protocol 7.10, 7.11). */
export function codeRoutes(context: AuthContext): CodeRoutes {
  return {
    async 'POST /tenants/:tenantId/auth/code'({ params, query, body }, { call }, { reply }) {
      const { tenant, world } = await enterTenant(context, call, params.tenantId);
      // Older clients check with the call that sends (decisions 1).
      if (body.verificationCode)
        return useCode(context, { call, reply }, tenant, world, { ...body, ...query });
      return send(context, call, tenant, world, body);
    },
    async 'PUT /tenants/:tenantId/auth/code'({ params, query, body }, { call }, { reply }) {
      const { tenant, world } = await enterTenant(context, call, params.tenantId);
      return useCode(context, { call, reply }, tenant, world, { ...body, ...query });
    },
  };
}

export type Channel = 'email' | 'sms';

type Input = {
  channel?: string;
  email?: string;
  phoneNumber?: string;
  verificationCode?: string;
  username?: string;
  name?: string;
  data?: Record<string, unknown>;
  code_challenge?: string;
};

function channelOf(input: Input): Channel {
  const channel = input.channel ?? 'sms';
  if (channel !== 'email' && channel !== 'sms') throw new AppError('invalid_channel');
  return channel;
}

const factorOf = (channel: Channel) => ({ channel, strategy: 'verificationCode' });

/** The canonical address or number. @throws AppError `email_format`, `phone_format` */
export function parseAddress(channel: Channel, input: { email?: string; phoneNumber?: string }): string {
  if (channel === 'email') {
    const parsed = parseEmail(input.email ?? '');
    if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
    return parsed.norm;
  }
  const given = input.phoneNumber ?? '';
  const parsed = parsePhone(given);
  if (!parsed.ok || !given.trim().startsWith('+'))
    throw new AppError('phone_format', { type: 'bad_request_error' });
  return parsed.phoneNumber;
}

/** Only countries that the tenant takes get text messages, since each one costs money (security 2). */
export function checkCountry(tenant: Tenant, phoneNumber: string): void {
  const { smsCountries } = tenant.settings;
  const parsed = parsePhone(phoneNumber);
  if (smsCountries.length === 0 || (parsed.ok && smsCountries.includes(parsed.country ?? ''))) return;
  throw new AppError('phone_format', { message: 'Text messages cannot be sent to this country.' });
}

/** Counts one message to a recipient (security 2). */
export async function takeSend(
  context: AuthContext,
  call: Call,
  tenant: Tenant,
  world: World,
  channel: Channel,
  to: string,
): Promise<void> {
  const who = identifierHash(to);
  const { smsDailyCap } = tenant.settings;
  const rules =
    channel === 'sms'
      ? limitRules.sms(world, who, call.address, tenant.id, smsDailyCap)
      : limitRules.mail(world, who, call.address);
  await takeLimits(context, rules);
}

async function send(context: AuthContext, call: Call, tenant: Tenant, world: World, body: Input) {
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
  body: Input,
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
    await sendCode(context, tx, { tenant, world, channel, to, code: made.code });
  });
  void context.kick();
  return sent(context, world, channel, to, made);
}

/** Somebody with a confirmed address uses that one; another one may be given only to enrol a first one. */
async function secondAddress(
  context: AuthContext,
  user: User,
  channel: Channel,
  body: Input,
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

function invalidCode(): AppError {
  return new AppError('invalid_code');
}

async function useCode(
  context: AuthContext,
  http: { call: Call; reply: FastifyReply },
  tenant: Tenant,
  world: World,
  body: Input,
): Promise<SignOn> {
  const channel = channelOf(body);
  const pending = await findPending(context, http.call, tenant, world);
  const isSecond = pending !== null && isOffered(pending.first, factorOf(channel));
  if (isSecond) return useSecond(context, http, tenant, world, pending, channel, body);
  const to = addressToCheck(channel, body);
  const code = parseVerificationCode(body.verificationCode ?? '');
  const taken = await takeLimits(context, limitRules.code(world, identifierHash(to)));
  const scope: CodeScope = { tenantId: tenant.id, purpose: 'sign-in', channel, address: to };
  const checked = await checkCode(context, scope, code ?? '');
  if (!checked) return failCode(context, http.call, tenant, world, null);
  const caller = await findSignedIn(context, http.call);
  if (!caller || caller.session.userId !== checked.userId) requireFirstFactor(tenant, factorOf(channel));
  const now = context.clock.now();
  return context.database
    .transaction(
      async (tx) => {
        if (!(await spendCode(tx, checked.id, now))) throw invalidCode();
        await releaseLimits(tx, taken);
        const { user, isNewUser } = await proveAddress(context, tx, tenant, world, channel, to, checked);
        if (caller?.session.userId === user.id) return stepUp(context, tx, http, caller, factorOf(channel));
        return finishSignIn(context, tx, http, {
          tenant,
          user,
          factor: factorOf(channel),
          codeChallenge: body.code_challenge,
          redirectKind: isNewUser ? 'signup' : 'login',
          extra: isNewUser ? { isNewUser } : {},
        });
      },
      { attempts: 1 },
    )
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'identifier_norm_key')) throw invalidCode();
      throw error;
    });
}

/** Nonsense is a wrong code, not another answer. */
function addressToCheck(channel: Channel, body: Input): string {
  try {
    return parseAddress(channel, body);
  } catch {
    throw invalidCode();
  }
}

async function failCode(
  context: AuthContext,
  call: Call,
  tenant: Tenant,
  world: World,
  userId: string | null,
): Promise<never> {
  const event = { world, tenantId: tenant.id, userId, actorKind: 'anonymous' as const };
  const from = { address: call.fullAddress, requestId: call.requestId };
  const detail = { factor: 'verificationCode' };
  await audit(context.database, { ...event, ...from, action: 'signin.failed', detail }, context.clock.now());
  throw invalidCode();
}

async function useSecond(
  context: AuthContext,
  http: { call: Call; reply: FastifyReply },
  tenant: Tenant,
  world: World,
  { first, user }: { first: FirstFactor; user: User },
  channel: Channel,
  body: Input,
): Promise<SignOn> {
  const hasGiven = channel === 'sms' ? Boolean(body.phoneNumber) : Boolean(body.email);
  const stored = channel === 'sms' ? user.phone : user.emailNorm;
  const isStoredProven = channel === 'sms' ? user.phoneConfirmedAt !== null : true;
  const address = isStoredProven && stored ? stored : hasGiven ? addressToCheck(channel, body) : stored;
  if (!address) throw invalidCode();
  const taken = await takeLimits(context, limitRules.code(world, user.id));
  const code = parseVerificationCode(body.verificationCode ?? '');
  const scope = { tenantId: tenant.id, purpose: 'second-factor', channel, address, userId: user.id } as const;
  const checked = await checkCode(context, scope, code ?? '');
  if (!checked) return failCode(context, http.call, tenant, world, user.id);
  const now = context.clock.now();
  return context.database.transaction(
    async (tx) => {
      if (!(await spendCode(tx, checked.id, now))) throw invalidCode();
      await releaseLimits(tx, taken);
      if (channel === 'sms' && user.phone !== address) {
        await setIdentifier(
          tx,
          user,
          user.id,
          { kind: 'phone', value: address, norm: address, confirmedAt: now },
          now,
        );
      } else await confirmIdentifier(tx, user.id, channel === 'sms' ? 'phone' : 'email', now);
      const fresh = (await findUserById(tx, world, user.id)) ?? user;
      return finishSignIn(context, tx, http, { tenant, user: fresh, factor: factorOf(channel), first });
    },
    { attempts: 1 },
  );
}

/** A right code proves the address; who is unknown is made now (auth protocol 7.10, 7.11). */
async function proveAddress(
  context: AuthContext,
  tx: Transaction,
  tenant: Tenant,
  world: World,
  channel: Channel,
  to: string,
  checked: CheckedCode,
): Promise<{ user: User; isNewUser: boolean }> {
  const now = context.clock.now();
  const kind = channel === 'sms' ? 'phone' : 'email';
  const known = checked.userId ? await findUserById(tx, world, checked.userId) : null;
  if (checked.userId && !known) throw invalidCode();
  if (known) {
    const isUnproven = channel === 'email' && known.emailConfirmedAt === null;
    if (isUnproven) await dropUnproven(context, tx, known);
    await confirmIdentifier(tx, known.id, kind, now);
    return { user: (await findUserById(tx, world, known.id)) ?? known, isNewUser: false };
  }
  if (tenant.signup !== 'open') throw invalidCode();
  const { signup = {} } = checked.data;
  const id = await insertUser(
    tx,
    world,
    {
      ...(channel === 'email'
        ? { email: { value: to, norm: to, confirmedAt: now } }
        : { phone: { value: to, confirmedAt: now, isShared: false } }),
      username: signup.username ?? null,
      name: signup.name ?? null,
      data: signup.data ?? {},
    },
    now,
  );
  const user = await findUserById(tx, world, id);
  if (!user) throw new Error('a new user is missing');
  return { user, isNewUser: true };
}
