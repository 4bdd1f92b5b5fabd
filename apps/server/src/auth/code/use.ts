import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { parseVerificationCode } from '@stint/domain/auth/totp-code.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../platform/database.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { audit } from '../audit/audit.ts';
import type { AuthContext, World } from '../context.ts';
import type { UserCaller } from '../http/access.ts';
import type { Call } from '../http/call.ts';
import { identifierHash, releaseLimits, takeLimits } from '../limits/limits.ts';
import { limitRules } from '../limits/rules.ts';
import { hasPhoneCode, takePhone } from '../self/phone.ts';
import { requireSelf } from '../self/routes.ts';
import { findPending, isOffered, requireFirstFactor } from '../sign-in/enter.ts';
import { finishSignIn } from '../sign-in/finish.ts';
import type { FirstFactor } from '../sign-in/first-factor-token.ts';
import { findSignedIn, stepUp } from '../sign-in/step-up.ts';
import type { Tenant } from '../tenants/queries.ts';
import { confirmIdentifier, findUserById, insertUser, setIdentifier, type User } from '../users/queries.ts';
import { dropUnproven } from '../users/unproven.ts';
import { type Channel, type CodeInput, channelOf, factorOf, parseAddress } from './address.ts';
import { type CheckedCode, type CodeScope, checkCode, spendCode } from './codes.ts';

function invalidCode(): AppError {
  return new AppError('invalid_code');
}

/** Checks a code and goes on to where the method ends (auth protocol 7.11). */
export async function useVerificationCode(
  context: AuthContext,
  http: { call: Call; reply: FastifyReply },
  tenant: Tenant,
  world: World,
  body: CodeInput,
): Promise<SignOn> {
  const channel = channelOf(body);
  const pending = await findPending(context, http.call, tenant, world);
  const isSecond = pending !== null && isOffered(pending.first, factorOf(channel));
  if (isSecond) return useSecond(context, http, tenant, world, pending, channel, body);
  const to = addressToCheck(channel, body);
  const caller = await findSignedIn(context, http.call);
  const own =
    channel === 'sms' && caller ? await proveOwnPhone(context, http, caller, tenant, to, body) : null;
  if (own) return own;
  const code = parseVerificationCode(body.verificationCode ?? '');
  const taken = await takeLimits(context, limitRules.code(world, identifierHash(to)));
  const scope: CodeScope = { tenantId: tenant.id, purpose: 'sign-in', channel, address: to };
  const checked = await checkCode(context, scope, code ?? '');
  if (!checked) return failCode(context, http.call, tenant, world, null);
  if (!caller || caller.session.userId !== checked.userId) requireFirstFactor(tenant, factorOf(channel));
  const now = context.clock.now();
  return context.database
    .transaction(
      async (tx) => {
        if (!(await spendCode(tx, checked.id, now))) throw invalidCode();
        await releaseLimits(tx, taken);
        const { returnedTo } = checked.data;
        const { user, isNewUser } = await proveAddress(context, tx, tenant, world, channel, to, checked);
        const isStepUp = caller?.session.userId === user.id;
        if (isStepUp && (!returnedTo || caller.session.providerTenantId === returnedTo))
          return stepUp(context, tx, http, caller, factorOf(channel));
        return finishSignIn(context, tx, http, {
          tenant,
          user,
          factor: factorOf(channel),
          codeChallenge: body.code_challenge,
          providerTenantId: returnedTo,
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

/** A code of `auth/verify/phone`: the number becomes the signed-in person's own; null where none was sent. */
async function proveOwnPhone(
  context: AuthContext,
  http: { call: Call; reply: FastifyReply },
  caller: UserCaller,
  called: Tenant,
  to: string,
  { verificationCode = '' }: CodeInput,
): Promise<SignOn | null> {
  const tenant = await context.tenants.requireById(caller.session.tenantId);
  // A session is good where it was opened, and the root's own one in its children.
  if (tenant.id !== called.id && tenant.id !== called.rootTenantId) return null;
  const user = await requireSelf(context, caller);
  const phone = { call: http.call, tenant, user, to };
  if (!(await hasPhoneCode(context, phone))) return null;
  return takePhone(context, phone, verificationCode, (tx) =>
    stepUp(context, tx, http, caller, factorOf('sms')),
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
  context: AuthContext,
  call: Call,
  tenant: Tenant,
  world: World,
  userId: string | null,
): Promise<never> {
  const event = { world, tenantId: tenant.id, userId, actorKind: 'anonymous' as const };
  const from = { address: call.fullAddress, requestId: call.requestId };
  const detail = { factor: 'verificationCode' };
  context.metrics.signInFailed(detail.factor);
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
  body: CodeInput,
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
      const { returnedTo } = checked.data;
      if (returnedTo) {
        // Somebody else has read it: it counts as a factor in that child, and proves no address.
      } else if (channel === 'sms' && user.phone !== address) {
        await setIdentifier(
          tx,
          user,
          user.id,
          { kind: 'phone', value: address, norm: address, confirmedAt: now },
          now,
        );
      } else await confirmIdentifier(tx, user.id, channel === 'sms' ? 'phone' : 'email', now);
      const fresh = (await findUserById(tx, world, user.id)) ?? user;
      const finish = {
        tenant,
        user: fresh,
        factor: factorOf(channel),
        first,
        providerTenantId: returnedTo,
        codeChallenge: body.code_challenge,
      };
      return finishSignIn(context, tx, http, finish);
    },
    { attempts: 1 },
  );
}

/** A right code proves the address, unless a child's servers were given it; who is unknown is made now. */
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
  const provenAt = checked.data.returnedTo ? null : now;
  const kind = channel === 'sms' ? 'phone' : 'email';
  const known = checked.userId ? await findUserById(tx, world, checked.userId) : null;
  if (checked.userId && !known) throw invalidCode();
  if (known && provenAt === null) return { user: known, isNewUser: false };
  if (known) {
    const isUnproven = (channel === 'sms' ? known.phoneConfirmedAt : known.emailConfirmedAt) === null;
    if (isUnproven) await dropUnproven(context, tx, known);
    const isDropped = isUnproven && channel === 'sms';
    if (isDropped)
      await setIdentifier(tx, world, known.id, { kind, value: to, norm: to, confirmedAt: now }, now);
    else await confirmIdentifier(tx, known.id, kind, now);
    return { user: (await findUserById(tx, world, known.id)) ?? known, isNewUser: false };
  }
  if (tenant.signup !== 'open') throw invalidCode();
  const { signup = {} } = checked.data;
  const id = await insertUser(
    tx,
    world,
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
  const user = await findUserById(tx, world, id);
  if (!user) throw new Error('a new user is missing');
  return { user, isNewUser: true };
}
