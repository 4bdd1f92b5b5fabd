import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { parseVerificationCode } from '@stint/domain/auth/totp-code.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import { findSignedIn, type UserCaller } from '../../mechanisms/access/access.ts';
import { requireSelf } from '../../mechanisms/access/own-user.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { factorEvent } from '../../mechanisms/audit/factor-event.ts';
import { phoneAdded } from '../../mechanisms/contacts/notices.ts';
import { hasPhoneCode, takePhone } from '../../mechanisms/contacts/phone.ts';
import { identifierHash, releaseLimits, takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import { queueNotice } from '../../mechanisms/outbox/notices.ts';
import { confirmEmail, lockAddress } from '../../mechanisms/people/proven-address.ts';
import { dropUnproven } from '../../mechanisms/people/unproven.ts';
import {
  type Channel,
  type CodeInput,
  channelOf,
  factorOf,
  isConfirmed,
  isOwnAddress,
  parseAddress,
  storedAddress,
} from '../../mechanisms/proofs/code-address.ts';
import {
  type CheckedCode,
  type CodeScope,
  checkCode,
  isNewestCode,
  spendCode,
} from '../../mechanisms/proofs/codes.ts';
import type { FirstFactor } from '../../mechanisms/tokens/first-factor-token.ts';
import {
  confirmIdentifier,
  findUserById,
  insertUser,
  setIdentifier,
  type User,
} from '../../model/users/queries.ts';
import { decidingFor, givingBack, personNow } from '../../sign-in/deciding.ts';
import { findPending, isOffered, requireFirstFactor } from '../../sign-in/enter.ts';
import { finishSignIn } from '../../sign-in/finish.ts';
import type { SignInRequest } from '../../sign-in/request.ts';
import { stepUp } from '../../sign-in/step-up.ts';
import { requireEnrolment } from './send.ts';

function invalidCode(): AppError {
  return new AppError('invalid_code');
}

/** Checks a code and goes on to where the method ends (protocol 7.11). */
export async function useVerificationCode(request: SignInRequest, body: CodeInput): Promise<SignOn> {
  const { context, client, tenant, realm } = request;
  const channel = channelOf(body);
  const pending = await findPending(request);
  if (pending !== null && isOffered(pending.first, factorOf(channel))) {
    const how = { first: pending.first, caller: null, channel };
    return useSecond(request, pending.user, how, body);
  }
  const caller = await findSignedIn(context, client, tenant);
  const self = caller ? await requireSelf(context, caller) : null;
  if (caller && self && (await isStepUp(request, self, channel, body))) {
    if (!isConfirmed(self, channel)) requireEnrolment(context, caller, self, channel);
    return useSecond(request, self, { first: null, caller, channel }, body);
  }
  const to = addressToCheck(channel, body);
  const own =
    channel === 'sms' && caller && self
      ? await proveOwnPhone(request, { caller, user: self, to }, body)
      : null;
  if (own) return own;
  const code = parseVerificationCode(body.verificationCode ?? '');
  const taken = await takeLimits(context, limitRules.code(realm, identifierHash(to)));
  const scope: CodeScope = { tenantId: tenant.id, purpose: 'sign-in', channel, address: to };
  const checked = await checkCode(context, scope, code ?? '');
  if (!checked) return failCode(request, null);
  const now = context.clock.now();
  const decide = async (request: SignInRequest) => {
    if (!caller || caller.session.userId !== checked.userId)
      requireFirstFactor(request.tenant, factorOf(channel));
    return context.database.transaction(
      async (tx) => {
        if (channel === 'email') await lockAddress(tx, realm, to);
        if (!(await spendCode(tx, checked.id, now))) throw invalidCode();
        await releaseLimits(tx, taken);
        const { returnedTo } = checked.data;
        const { user, isNewUser } = await proveAddress(request, tx, { channel, to }, checked);
        const isStepUp = caller?.session.userId === user.id;
        if (isStepUp && (!returnedTo || caller.session.providerTenantId === returnedTo))
          return stepUp(request, tx, { caller, factor: factorOf(channel) });
        return finishSignIn(request, tx, {
          user,
          factor: factorOf(channel),
          codeChallenge: body.code_challenge,
          providerTenantId: returnedTo,
          redirectKind: isNewUser ? 'signup' : 'login',
          extra: isNewUser ? { isNewUser } : {},
        });
      },
      { attempts: 1 },
    );
  };
  return givingBack(context, taken, decidingFor(request, decide)).catch((error: unknown) => {
    if (isUniqueViolation(error, 'identifier_norm_key')) throw invalidCode();
    throw error;
  });
}

/** A code of `auth/verify/phone`: the number becomes the signed-in person's own; null where none was sent. */
async function proveOwnPhone(
  request: SignInRequest,
  { caller, user, to }: { caller: UserCaller; user: User; to: string },
  { verificationCode = '' }: CodeInput,
): Promise<SignOn | null> {
  const { context, client } = request;
  const tenant = await context.tenants.requireById(caller.session.tenantId);
  const phone = { client, tenant, user, to };
  if (!(await hasPhoneCode(context, phone))) return null;
  return takePhone(context, phone, verificationCode, (tx) =>
    stepUp(request, tx, { caller, factor: factorOf('sms') }),
  );
}

/** Nonsense is a wrong code, not another answer. */
function addressToCheck(channel: Channel, body: CodeInput): string {
  try {
    return parseAddress(channel, body);
  } catch {
    throw invalidCode();
  }
}

async function failCode(
  { context, client, tenant, realm }: SignInRequest,
  userId: string | null,
): Promise<never> {
  const event = { realm, tenantId: tenant.id, userId, actorKind: 'anonymous' as const };
  const from = { address: client.fullAddress, requestId: client.requestId };
  const detail = { factor: 'verificationCode' };
  context.metrics.signInFailed(detail.factor);
  await audit(context.database, { ...event, ...from, action: 'signin.failed', detail }, context.clock.now());
  throw invalidCode();
}

/** A code that was sent to the signed-in person waits; one that a page asked for without the token signs in with. */
function isStepUp(
  { context, tenant }: SignInRequest,
  user: User,
  channel: Channel,
  body: CodeInput,
): Promise<boolean> {
  if (!isOwnAddress(user, channel, body)) return Promise.resolve(false);
  const address = secondAddress(user, channel, body);
  const scope = { tenantId: tenant.id, purpose: 'second-factor', channel, address, userId: user.id } as const;
  return isNewestCode(context, scope, ['second-factor', 'verify']);
}

/** The address a second factor or step-up is about: the proven one, else the one that is being enrolled. */
function secondAddress(user: User, channel: Channel, body: CodeInput): string {
  const hasGiven = channel === 'sms' ? Boolean(body.phoneNumber) : Boolean(body.email);
  const stored = storedAddress(user, channel);
  const isStoredGood = channel === 'email' || isConfirmed(user, 'sms');
  const address = isStoredGood && stored ? stored : hasGiven ? addressToCheck(channel, body) : stored;
  if (!address) throw invalidCode();
  return address;
}

type How = { first: FirstFactor | null; caller: UserCaller | null; channel: Channel };

/** A code as second factor of a sign-in, or as step-up of a session. */
async function useSecond(request: SignInRequest, user: User, how: How, body: CodeInput): Promise<SignOn> {
  const { context, tenant } = request;
  const { channel } = how;
  const address = secondAddress(user, channel, body);
  const taken = await takeLimits(context, limitRules.code(user, user.id));
  const code = parseVerificationCode(body.verificationCode ?? '');
  const scope = { tenantId: tenant.id, purpose: 'second-factor', channel, address, userId: user.id } as const;
  const checked = await checkCode(context, scope, code ?? '');
  // What happens to the account of somebody signed in is told where the session lives.
  const home = how.caller ? await context.tenants.requireById(how.caller.session.tenantId) : tenant;
  if (!checked) return failCode({ ...request, tenant: home, realm: user }, user.id);
  const now = context.clock.now();
  const work = async (request: SignInRequest, tx: Transaction) => {
    if (!(await spendCode(tx, checked.id, now))) throw invalidCode();
    await releaseLimits(tx, taken);
    const { returnedTo } = checked.data;
    // Somebody else has read such a code: it counts as a factor in that child, and proves no address.
    if (returnedTo && how.caller && how.caller.session.tenantId !== returnedTo) throw invalidCode();
    if (returnedTo) {
      // Nothing about the account changes.
    } else if (channel === 'sms' && user.phone !== address)
      await enrolPhone({ ...request, tenant: home }, tx, user, address);
    else if (channel === 'sms') await confirmIdentifier(tx, user.id, 'phone', now);
    else if (user.emailConfirmedAt === null) await confirmEmail(context, tx, user);
    if (how.caller) return stepUp(request, tx, { caller: how.caller, factor: factorOf(channel) });
    return finishSignIn(request, tx, {
      user: await personNow(tx, user),
      factor: factorOf(channel),
      first: how.first,
      providerTenantId: returnedTo,
      codeChallenge: body.code_challenge,
    });
  };
  const decide = (request: SignInRequest) =>
    context.database.transaction((tx) => work(request, tx), { attempts: 1 });
  return givingBack(context, taken, decidingFor(request, decide)).catch((error: unknown) => {
    // Somebody else has proven the number since the code was sent.
    if (isUniqueViolation(error, 'identifier_norm_key')) throw invalidCode();
    throw error;
  });
}

/** A proven number is the person's from now on, as their second factor. */
async function enrolPhone(
  { context, client, tenant }: SignInRequest,
  tx: Transaction,
  user: User,
  phone: string,
): Promise<void> {
  const now = context.clock.now();
  const identifier = { kind: 'phone', value: phone, norm: phone, confirmedAt: now } as const;
  await setIdentifier(tx, user, user.id, { ...identifier, now });
  const detail = { factor: 'sms/verificationCode' };
  await audit(tx, factorEvent({ client, tenant, user }, 'factor.added', detail), now);
  await queueNotice(context, tx, { tenant, user, notice: phoneAdded });
}

/** A right code proves the address, unless a child's servers were given it; who is unknown is made now. */
async function proveAddress(
  { context, tenant, realm }: SignInRequest,
  tx: Transaction,
  { channel, to }: { channel: Channel; to: string },
  checked: CheckedCode,
): Promise<{ user: User; isNewUser: boolean }> {
  const now = context.clock.now();
  const provenAt = checked.data.returnedTo ? null : now;
  const kind = channel === 'sms' ? 'phone' : 'email';
  const known = checked.userId ? await findUserById(tx, realm, checked.userId) : null;
  // A code lets nobody in by an address or number that is the person's no more.
  if (checked.userId && (!known || storedAddress(known, channel) !== to)) throw invalidCode();
  if (known && provenAt === null) return { user: known, isNewUser: false };
  if (known) {
    const isUnproven = (channel === 'sms' ? known.phoneConfirmedAt : known.emailConfirmedAt) === null;
    if (isUnproven) await dropUnproven(context, tx, known);
    const isDropped = isUnproven && channel === 'sms';
    if (isDropped)
      await setIdentifier(tx, realm, known.id, { kind, value: to, norm: to, confirmedAt: now, now });
    else if (channel === 'sms') await confirmIdentifier(tx, known.id, kind, now);
    const id = channel === 'email' && isUnproven ? await confirmEmail(context, tx, known) : known.id;
    const user = await findUserById(tx, realm, id);
    if (!user) throw invalidCode();
    return { user, isNewUser: false };
  }
  if (tenant.signup !== 'open') throw invalidCode();
  const { signup = {} } = checked.data;
  const id = await insertUser(
    tx,
    realm,
    {
      ...(channel === 'email'
        ? { email: { value: to, norm: to, confirmedAt: provenAt } }
        : { phone: { value: to, confirmedAt: provenAt, isShared: false } }),
      username: signup.username ?? null,
      name: signup.name ?? null,
      data: signup.data ?? {},
    },
    now,
  );
  const user = await findUserById(tx, realm, id);
  if (!user) throw new Error('a new user is missing');
  return { user, isNewUser: true };
}
