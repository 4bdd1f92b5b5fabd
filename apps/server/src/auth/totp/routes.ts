import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { parseTotpCode } from '@stint/domain/auth/totp-code.ts';
import { parseIdentifier } from '@stint/domain/auth/username.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../platform/database.ts';
import { audit } from '../audit/audit.ts';
import type { AuthContext, World } from '../context.ts';
import type { FactorCaller, UserCaller } from '../http/access.ts';
import type { Call } from '../http/call.ts';
import type { Part } from '../http/handlers.ts';
import { identifierHash, releaseLimits, type Taken, takeLimits } from '../limits/limits.ts';
import { limitRules } from '../limits/rules.ts';
import { queueNotice } from '../outbox/notices.ts';
import { requireSelf } from '../self/routes.ts';
import { enterTenant, findPending, isOffered } from '../sign-in/enter.ts';
import { finishSignIn } from '../sign-in/finish.ts';
import type { FirstFactor } from '../sign-in/first-factor-token.ts';
import { isFirstFactorAllowed } from '../sign-in/flow.ts';
import { findSignedIn, requireFresh, stepUp } from '../sign-in/step-up.ts';
import type { Tenant } from '../tenants/queries.ts';
import { findUserByAnyId, findUserById, findUserByIdentifier, type User } from '../users/queries.ts';
import {
  checkBackupCode,
  hashBackupCodes,
  makeBackupCodes,
  spendBackupCode,
  storeBackupCodes,
} from './backup-codes.ts';
import { qrPicture } from './qr.ts';
import {
  acceptStep,
  base32,
  confirmPairing,
  findTotp,
  matchingStep,
  removeTotp,
  startPairing,
} from './totp.ts';

const factor = { channel: 'authenticator', strategy: 'totp' } as const;

type TotpRoutes = Part<
  | 'GET /auth/totp'
  | 'POST /tenants/:tenantId/auth/totp'
  | 'DELETE /self/factors/totp'
  | 'POST /self/backup-codes'
>;

/** Authenticators and backup codes (auth protocol 7.12, 7.13, 17). */
export function totpRoutes(context: AuthContext): TotpRoutes {
  return {
    async 'GET /auth/totp'(_input, caller) {
      const { user, tenant } = await pairingPerson(context, caller);
      if (user.totpConfirmedAt !== null) throw new AppError('factor_already_set');
      const { secret } = await startPairing(context, context.database, user.id);
      // New codes with every look, since the earlier ones are stored hashed and cannot be shown again.
      const backupCodes = makeBackupCodes();
      const hashed = await hashBackupCodes(context, backupCodes);
      const now = context.clock.now();
      await context.database.transaction(async (tx) =>
        storeBackupCodes(tx, user.id, hashed, { isActive: false, now }),
      );
      const totpSecret = base32(secret);
      const uri = otpauthUri(tenant, user, totpSecret);
      return { totpSecret, qrCode: await qrPicture(uri), backupCodes, uri };
    },
    async 'POST /tenants/:tenantId/auth/totp'({ params, query, body }, { call }, { reply }) {
      const { tenant, world } = await enterTenant(context, call, params.tenantId);
      const given = [body.totpCode, body.backupCode].filter((code) => code !== undefined && code !== '');
      if (given.length !== 1) throw new AppError('invalid_totp', { message: 'Send totpCode or backupCode.' });
      const input = { ...body, codeChallenge: query.code_challenge };
      return useCode(context, { call, reply }, tenant, world, input);
    },
    async 'DELETE /self/factors/totp'(_input, caller) {
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      const tenant = await context.tenants.requireById(user.rootTenantId);
      const now = context.clock.now();
      await context.database.transaction(async (tx) => {
        if (!(await removeTotp(tx, user.id))) throw new AppError('not_found');
        await audit(
          tx,
          event(caller.call, tenant, user, 'factor.removed', { factor: 'authenticator/totp' }),
          now,
        );
        await queueNotice(context, tx, tenant, user, { kind: 'factorRemoved' });
      });
      void context.kick();
      return { message: 'OK' };
    },
    async 'POST /self/backup-codes'(_input, caller) {
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      if (user.totpConfirmedAt === null) {
        throw new AppError('state_conflict', { message: 'Set up an authenticator first.' });
      }
      const tenant = await context.tenants.requireById(user.rootTenantId);
      const backupCodes = makeBackupCodes();
      const hashed = await hashBackupCodes(context, backupCodes);
      const now = context.clock.now();
      await context.database.transaction(async (tx) => {
        await storeBackupCodes(tx, user.id, hashed, { isActive: true, now });
        await audit(tx, event(caller.call, tenant, user, 'backup.renewed'), now);
        await queueNotice(context, tx, tenant, user, { kind: 'backupRenewed' });
      });
      void context.kick();
      return { backupCodes };
    },
  };
}

type TotpAction = 'factor.added' | 'factor.removed' | 'backup.renewed' | 'backup.used' | 'signin.failed';

function event(
  call: Call,
  tenant: Tenant,
  user: User,
  action: TotpAction,
  detail: Record<string, unknown> = {},
) {
  const from = { address: call.fullAddress, requestId: call.requestId };
  return { action, world: user, tenantId: tenant.id, userId: user.id, detail, ...from };
}

/** Who may see a new secret: somebody in the middle of a sign-in that needs it, or signed in with a fresh proof. */
async function pairingPerson(
  context: AuthContext,
  caller: UserCaller | FactorCaller,
): Promise<{ user: User; tenant: Tenant }> {
  if (caller.kind === 'factor') {
    const tenant = await context.tenants.requireById(caller.first.tenantId);
    const user = await findUserById(
      context.database,
      { rootTenantId: tenant.rootTenantId, mode: modeOf(caller) },
      caller.first.userId,
    );
    if (!user || !isOffered(caller.first, factor)) throw new AppError('unauthorized');
    return { user, tenant };
  }
  const user = await requireSelf(context, caller);
  requireFresh(context, caller, user);
  return { user, tenant: await context.tenants.requireById(caller.session.tenantId) };
}

function modeOf({ call }: FactorCaller): 'test' | 'live' {
  return call.bearer?.startsWith('lk_live_') ? 'live' : 'test';
}

function otpauthUri(tenant: Tenant, user: User, secret: string): string {
  const account = user.email ?? user.username ?? user.phone ?? String(user.number);
  const label = `${encodeURIComponent(tenant.name)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer: tenant.name, algorithm: 'SHA1', digits: '6', period: '30' })}`;
}

type Input = {
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

type Http = { call: Call; reply: FastifyReply };

/** Second factor, step-up, pairing while signed in, or (where enabled) the sole first factor. */
async function useCode(
  context: AuthContext,
  http: Http,
  tenant: Tenant,
  world: World,
  input: Input,
): Promise<SignOn> {
  const pending = await findPending(context, http.call, tenant, world);
  if (pending && isOffered(pending.first, factor)) {
    return proveTotp(context, http, tenant, pending.user, input, { first: pending.first, caller: null });
  }
  const caller = await findSignedIn(context, http.call);
  if (caller) {
    const user = await requireSelf(context, caller);
    return proveTotp(context, http, tenant, user, input, { first: null, caller });
  }
  if (!hasIdentifier(input)) throw new AppError('unauthorized');
  return signInAlone(context, http, tenant, world, input);
}

function hasIdentifier(input: Input): boolean {
  const { userId, userUuid, emailOrUsername, email, username, phoneNumber } = input;
  return [userId, userUuid, emailOrUsername, email, username, phoneNumber].some(
    (one) => one !== undefined && one !== '',
  );
}

type How = { first: FirstFactor | null; caller: UserCaller | null };

function refusal(input: Input): AppError {
  return new AppError(input.backupCode ? 'invalid_backup_code' : 'invalid_totp');
}

/** Checks a code of a known person, counted before it is compared, and goes on to where the method ends. */
async function proveTotp(
  context: AuthContext,
  http: Http,
  tenant: Tenant,
  user: User,
  input: Input,
  how: How,
): Promise<SignOn> {
  const rules = input.backupCode ? limitRules.backup(user, user.id) : limitRules.totp(user, user.id);
  const taken = await takeLimits(context, rules);
  const use = await findUse(context, user, input);
  if (!use) return fail(context, http.call, tenant, user, input);
  return context.database.transaction(
    async (tx) => {
      const extra = await use(tx, http.call, tenant);
      await releaseLimits(tx, taken);
      const fresh = (await findUserById(tx, user, user.id)) ?? user;
      if (how.caller) return { ...(await stepUp(context, tx, http, how.caller, factor)), ...extra };
      return finishSignIn(context, tx, http, { tenant, user: fresh, factor, first: how.first, extra });
    },
    { attempts: 1 },
  );
}

async function fail(
  context: AuthContext,
  call: Call,
  tenant: Tenant,
  user: User,
  input: Input,
): Promise<never> {
  const kind = input.backupCode ? 'backupCode' : 'totp';
  await audit(
    context.database,
    event(call, tenant, user, 'signin.failed', { factor: kind }),
    context.clock.now(),
  );
  throw refusal(input);
}

type Use = (tx: Transaction, call: Call, tenant: Tenant) => Promise<Partial<SignOn>>;

/** What a right code does; null for a wrong one. */
async function findUse(context: AuthContext, user: User, input: Input): Promise<Use | null> {
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
  return async (tx, call, tenant) => {
    if (!(await confirmPairing(tx, user.id, step, now))) throw new AppError('invalid_totp');
    await audit(tx, event(call, tenant, user, 'factor.added', { factor: 'authenticator/totp' }), now);
    await queueNotice(context, tx, tenant, user, { kind: 'factorAdded' });
    return {};
  };
}

async function findBackupUse(context: AuthContext, user: User, typed: string): Promise<Use | null> {
  const selector = await checkBackupCode(context, user.id, typed);
  if (selector === null) return null;
  return async (tx, call, tenant) => {
    const now = context.clock.now();
    if (!(await spendBackupCode(tx, user.id, selector, now))) throw new AppError('invalid_backup_code');
    const left = Math.max(0, user.backupCodesLeft - 1);
    await audit(tx, event(call, tenant, user, 'backup.used', { left }), now);
    await queueNotice(context, tx, tenant, user, { kind: 'backupUsed', left });
    return {};
  };
}

/** The authenticator as the only factor: off unless enabled, with limits of its own (security 2). */
async function signInAlone(
  context: AuthContext,
  http: Http,
  tenant: Tenant,
  world: World,
  input: Input,
): Promise<SignOn> {
  const isEnabled = tenant.settings.isTotpFirstFactorEnabled && isFirstFactorAllowed(tenant, factor);
  if (!isEnabled) throw new AppError('method_not_allowed_by_flow');
  const user = await findNamed(context, world, input);
  const who = user?.id ?? identifierHash(JSON.stringify([input.userId, input.userUuid, nameOf(input)]));
  const taken: Taken = await takeLimits(context, [
    ...limitRules.totpAlone(world, who, tenant.id, http.call.address),
    ...(input.backupCode ? limitRules.backup(world, who) : limitRules.totp(world, who)),
  ]);
  const use = user && user.totpConfirmedAt !== null ? await findUse(context, user, input) : null;
  if (!user || !use) {
    const failed = { action: 'signin.failed' as const, world, tenantId: tenant.id, userId: user?.id ?? null };
    const from = { address: http.call.fullAddress, requestId: http.call.requestId };
    await audit(
      context.database,
      { ...failed, ...from, actorKind: 'anonymous', detail: { factor: 'totp' } },
      context.clock.now(),
    );
    throw refusal(input);
  }
  return context.database.transaction(
    async (tx) => {
      await use(tx, http.call, tenant);
      await releaseLimits(tx, taken);
      const { codeChallenge } = input;
      return finishSignIn(context, tx, http, { tenant, user, factor, codeChallenge });
    },
    { attempts: 1 },
  );
}

const nameOf = (input: Input) =>
  input.emailOrUsername ?? input.email ?? input.username ?? input.phoneNumber ?? '';

function findNamed(context: AuthContext, world: World, input: Input): Promise<User | null> {
  const { database } = context;
  if (input.userUuid) return findUserById(database, world, input.userUuid);
  if (input.userId !== undefined) return findUserByAnyId(database, world, String(input.userId));
  if (input.phoneNumber) return findUserByIdentifier(database, world, ['phone'], input.phoneNumber);
  const parsed = parseIdentifier(nameOf(input));
  return findUserByIdentifier(database, world, [parsed?.kind ?? 'email'], parsed?.norm ?? '');
}
