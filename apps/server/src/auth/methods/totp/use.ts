import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { parseTotpCode } from '@stint/domain/auth/totp-code.ts';
import { parseIdentifier } from '@stint/domain/auth/username.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { AuthContext } from '../../context.ts';
import { findSignedIn, type UserCaller } from '../../mechanisms/access/access.ts';
import { requireSelf } from '../../mechanisms/access/own-user.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { factorEvent } from '../../mechanisms/audit/factor-event.ts';
import { identifierHash, releaseLimits, type Taken, takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules, silently } from '../../mechanisms/limits/rules.ts';
import { queueNotice } from '../../mechanisms/outbox/notices.ts';
import type { FirstFactor } from '../../mechanisms/tokens/first-factor-token.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserByAnyId, findUserById, findUserByIdentifier, type User } from '../../model/users/queries.ts';
import { decidingFor, givingBack, personNow } from '../../sign-in/deciding.ts';
import { findPending, isOffered, requireFirstFactor } from '../../sign-in/enter.ts';
import { finishSignIn } from '../../sign-in/finish.ts';
import type { SignInRequest } from '../../sign-in/request.ts';
import { stepUp } from '../../sign-in/step-up.ts';
import { checkBackupCode, spendBackupCode } from './backup-codes.ts';
import { backupUsed, factorAdded } from './notices.ts';
import { acceptStep, confirmPairing, findTotp, matchingStep } from './totp.ts';

/** The factor of an authenticator; backup codes count as it. */
export const totpFactor = { channel: 'authenticator', strategy: 'totp' } as const;

/** What a call with an authenticator or backup code says. */
export type TotpInput = {
  totpCode?: string;
  backupCode?: string;
  userId?: number;
  userUuid?: string;
  emailOrUsername?: string;
  email?: string;
  username?: string;
  phoneNumber?: string;
  codeChallenge?: string | undefined;
};

/** Second factor, step-up, pairing while signed in, or (where enabled) the sole first factor. */
export async function useTotpCode(request: SignInRequest, input: TotpInput): Promise<SignOn> {
  const { context, client, tenant } = request;
  const pending = await findPending(request);
  if (pending && isOffered(pending.first, totpFactor)) {
    return proveTotp(request, pending.user, input, { first: pending.first, caller: null });
  }
  const caller = await findSignedIn(context, client, tenant);
  if (caller) {
    const user = await requireSelf(context, caller);
    // What happens to the account of somebody signed in is told where the session lives.
    const home = await context.tenants.requireById(caller.session.tenantId);
    return proveTotp({ ...request, tenant: home }, user, input, { first: null, caller });
  }
  if (!hasIdentifier(input)) throw new AppError('unauthorized');
  return signInAlone(request, input);
}

function hasIdentifier(input: TotpInput): boolean {
  const { userId, userUuid, emailOrUsername, email, username, phoneNumber } = input;
  return [userId, userUuid, emailOrUsername, email, username, phoneNumber].some(
    (one) => one !== undefined && one !== '',
  );
}

type How = { first: FirstFactor | null; caller: UserCaller | null };

function refusal(input: TotpInput): AppError {
  return new AppError(input.backupCode ? 'invalid_backup_code' : 'invalid_totp');
}

/** Checks a code of a known person, counted before it is compared, and goes on to where the method ends. */
async function proveTotp(request: SignInRequest, user: User, input: TotpInput, how: How): Promise<SignOn> {
  const { context } = request;
  const rules = input.backupCode ? limitRules.backup(user, user.id) : limitRules.totp(user, user.id);
  const taken = await takeLimits(context, rules);
  const use = await findUse(context, user, input);
  if (!use) return fail(request, user, input);
  const decide = (request: SignInRequest) =>
    context.database.transaction(
      async (tx) => {
        const extra = await use(tx, request);
        await releaseLimits(tx, taken);
        if (how.caller)
          return { ...(await stepUp(request, tx, { caller: how.caller, factor: totpFactor })), ...extra };
        return finishSignIn(request, tx, {
          user: await personNow(tx, user),
          factor: totpFactor,
          first: how.first,
          codeChallenge: input.codeChallenge,
          extra,
        });
      },
      { attempts: 1 },
    );
  return givingBack(context, taken, decidingFor(request, decide));
}

async function fail(
  { context, client, tenant }: SignInRequest,
  user: User,
  input: TotpInput,
): Promise<never> {
  const kind = input.backupCode ? 'backupCode' : 'totp';
  context.metrics.signInFailed(kind);
  const event = factorEvent({ client, tenant, user }, 'signin.failed', { factor: kind });
  await audit(context.database, event, context.clock.now());
  throw refusal(input);
}

type Use = (tx: Transaction, request: Pick<SignInRequest, 'client' | 'tenant'>) => Promise<Partial<SignOn>>;

/** What a right code does; null for a wrong one. */
async function findUse(context: AuthContext, user: User, input: TotpInput): Promise<Use | null> {
  if (input.backupCode) return findBackupUse(context, user, input.backupCode);
  const code = parseTotpCode(input.totpCode ?? '');
  const totp = await findTotp(context, context.database, user.id);
  const now = context.clock.now();
  const step = code && totp ? matchingStep(totp.secret, code, now, totp.lastStep) : null;
  if (!totp || step === null) return null;
  if (totp.confirmedAt !== null) {
    return async (tx) => {
      if (!(await acceptStep(tx, user.id, step))) throw new AppError('invalid_totp');
      return {};
    };
  }
  return async (tx, { client, tenant }) => {
    if (!(await confirmPairing(tx, user.id, step, now))) throw new AppError('invalid_totp');
    await audit(
      tx,
      factorEvent({ client, tenant, user }, 'factor.added', { factor: 'authenticator/totp' }),
      now,
    );
    await queueNotice(context, tx, { tenant, user, notice: factorAdded });
    return {};
  };
}

async function findBackupUse(context: AuthContext, user: User, typed: string): Promise<Use | null> {
  const selector = await checkBackupCode(context, user.id, typed);
  if (selector === null) return null;
  return async (tx, { client, tenant }) => {
    const now = context.clock.now();
    if (!(await spendBackupCode(tx, user.id, selector, now))) throw new AppError('invalid_backup_code');
    const left = Math.max(0, user.backupCodesLeft - 1);
    await audit(tx, factorEvent({ client, tenant, user }, 'backup.used', { left }), now);
    await queueNotice(context, tx, { tenant, user, notice: backupUsed(left) });
    return {};
  };
}

/** The authenticator as the only factor: off unless enabled, with limits of its own (security 2). */
async function signInAlone(request: SignInRequest, input: TotpInput): Promise<SignOn> {
  const { context, client, tenant, realm } = request;
  requireTotpAlone(tenant);
  const user = await findNamed(context, realm, input);
  // Waits are by the name that was given, whether it exists or not; what the account has used up stays unsaid.
  const who = identifierHash(canonicalName(input));
  const account = user?.id ?? who;
  const taken: Taken = await takeLimits(context, [
    ...limitRules.totpAlone(realm, who, tenant.id, client.address),
    ...silently([
      ...limitRules.totpAloneOfAccount(realm, account),
      ...(input.backupCode ? limitRules.backup(realm, account) : limitRules.totp(realm, account)),
    ]),
  ]);
  const use =
    user && !taken.isDead && user.totpConfirmedAt !== null ? await findUse(context, user, input) : null;
  if (!user || !use) {
    context.metrics.signInFailed('totp');
    const failed = { action: 'signin.failed' as const, realm, tenantId: tenant.id, userId: user?.id ?? null };
    const from = { address: client.fullAddress, requestId: client.requestId };
    await audit(
      context.database,
      { ...failed, ...from, actorKind: 'anonymous', detail: { factor: 'totp' } },
      context.clock.now(),
    );
    throw refusal(input);
  }
  const decide = async (request: SignInRequest) => {
    requireTotpAlone(request.tenant);
    return context.database.transaction(
      async (tx) => {
        await use(tx, request);
        await releaseLimits(tx, taken);
        const { codeChallenge } = input;
        return finishSignIn(request, tx, {
          user: await personNow(tx, user),
          factor: totpFactor,
          codeChallenge,
        });
      },
      { attempts: 1 },
    );
  };
  return givingBack(context, taken, decidingFor(request, decide));
}

/** @throws AppError `method_not_allowed_by_flow` */
function requireTotpAlone(tenant: Tenant): void {
  if (!tenant.settings.isTotpFirstFactorEnabled) throw new AppError('method_not_allowed_by_flow');
  requireFirstFactor(tenant, totpFactor);
}

/** One spelling of whatever names the person. */
function canonicalName(input: TotpInput): string {
  if (input.userUuid || input.userId !== undefined) return input.userUuid ?? String(input.userId);
  return parseIdentifier(nameOf(input))?.norm ?? nameOf(input);
}

const nameOf = (input: TotpInput) =>
  input.emailOrUsername ?? input.email ?? input.username ?? input.phoneNumber ?? '';

function findNamed(context: AuthContext, realm: Realm, input: TotpInput): Promise<User | null> {
  const { database } = context;
  if (input.userUuid) return findUserById(database, realm, input.userUuid);
  if (input.userId !== undefined) return findUserByAnyId(database, realm, String(input.userId));
  if (input.phoneNumber) return findUserByIdentifier(database, realm, ['phone'], input.phoneNumber);
  const parsed = parseIdentifier(nameOf(input));
  return findUserByIdentifier(database, realm, [parsed?.kind ?? 'email'], parsed?.norm ?? '');
}
