import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { parseEmail } from '@stint/domain/auth/email.ts';
import { MAX_PASSWORD_LENGTH, normalizePassword } from '@stint/domain/auth/password-policy.ts';
import { parseIdentifier, parseUsername } from '@stint/domain/auth/username.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { FastifyReply } from 'fastify';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { sql } from '../../platform/sql.ts';
import { audit } from '../audit/audit.ts';
import type { AuthContext, World } from '../context.ts';
import type { Call } from '../http/call.ts';
import type { Part } from '../http/handlers.ts';
import { identifierHash, releaseLimits, takeLimits } from '../limits/limits.ts';
import { limitRules } from '../limits/rules.ts';
import { linkOrigin } from '../link/address.ts';
import { voidProofs } from '../link/links.ts';
import { queueNotice } from '../outbox/notices.ts';
import { queueLink, requestMail } from '../outbox/requests.ts';
import { endSessions } from '../sessions/queries.ts';
import { enterTenant, findPending, isOffered, requireFirstFactor } from '../sign-in/enter.ts';
import { finishSignIn } from '../sign-in/finish.ts';
import { findSignedIn, requireFresh, stepUp } from '../sign-in/step-up.ts';
import type { Tenant } from '../tenants/queries.ts';
import { findUserById, findUserByIdentifier, insertUser, setPassword, type User } from '../users/queries.ts';
import { pepperVersion } from './hasher.ts';
import { migratePassword } from './migrate.ts';
import { hashNewPassword } from './new-password.ts';

const factor = { channel: 'email', strategy: 'password' } as const;

type PasswordRoutes = Part<
  | 'POST /tenants/:tenantId/auth/create'
  | 'POST /tenants/:tenantId/auth/basic'
  | 'POST /tenants/:tenantId/auth/password/migrate'
  | 'PUT /tenants/:tenantId/auth/basic'
>;

/** Signing up and in with a password, and changing it (auth protocol 7.2 to 7.5). */
export function passwordRoutes(context: AuthContext): PasswordRoutes {
  return {
    async 'POST /tenants/:tenantId/auth/create'({ params, query, body }, { call }, { reply }) {
      const { tenant, world } = await enterTenant(context, call, params.tenantId);
      requireFirstFactor(tenant, factor);
      if (tenant.signup !== 'open') throw new AppError('wrong_credentials', { type: 'bad_request_error' });
      const input = parseSignup(body, tenant);
      await takeLimits(context, limitRules.signup(call.address));
      const passwordHash = await hashNewPassword(context, body.password, input, tenant, world.mode);
      const signup = { ...input, passwordHash, isSilent: body.options?.noSignupEmail === true };
      return tenant.settings.signupConfirmation === 'email'
        ? signUpByMail(context, call, tenant, world, signup)
        : signUpAtOnce(context, { call, reply }, tenant, world, {
            ...signup,
            codeChallenge: query.code_challenge,
          });
    },
    async 'POST /tenants/:tenantId/auth/basic'({ params, query, body }, { call }, { reply }) {
      return signIn(context, { call, reply }, { ...body, tenantId: params.tenantId, ...challenge(query) });
    },
    async 'POST /tenants/:tenantId/auth/password/migrate'({ params, query, body }, { call }, { reply }) {
      const input = { ...body, tenantId: params.tenantId, ...challenge(query) };
      return signIn(context, { call, reply }, { ...input, migrate: migratePassword });
    },
    async 'PUT /tenants/:tenantId/auth/basic'({ params, body }, caller) {
      const { tenant } = await enterTenant(context, caller.call, params.tenantId);
      if (tenant.rootTenantId !== caller.session.rootTenantId) throw new AppError('not_found');
      const user = await findUserById(context.database, caller.world, caller.session.userId);
      if (!user) throw new AppError('unauthorized');
      if (user.passwordHash !== null)
        await checkExisting(context, caller.call, user, body.existingPassword ?? '');
      else requireFresh(context, caller, user);
      const hash = await hashNewPassword(context, body.password, user, tenant, user.mode);
      const now = context.clock.now();
      await context.database.transaction(async (tx) => {
        await setPassword(tx, user.id, hash, pepperVersion, now);
        await voidProofs(tx, user.id, now);
        const others = sql`s.user_id = ${user.id} and s.family_id <> ${caller.session.familyId}`;
        const ended = await endSessions(tx, others, 'password', now);
        await audit(tx, passwordEvent(caller.call, user, 'password.changed'), now);
        await queueNotice(context, tx, tenant, user, { kind: 'passwordChanged' });
        tx.afterCommit(() => context.sessions.forget(ended));
      });
      return { message: 'OK' };
    },
  };
}

function challenge(query: { code_challenge?: string } | undefined): { codeChallenge?: string } {
  return query?.code_challenge ? { codeChallenge: query.code_challenge } : {};
}

function passwordEvent(call: Call, user: User, action: 'password.changed') {
  return { action, world: user, userId: user.id, address: call.fullAddress, requestId: call.requestId };
}

/** The current password, counted like every other try (security 2). */
async function checkExisting(context: AuthContext, call: Call, user: User, password: string): Promise<void> {
  const who = identifierHash(user.emailNorm ?? user.id);
  const device = await knownDevice(context, call, user);
  const taken = await takeLimits(context, limitRules.password(user, who, device, call.address));
  const isRight = await verify(context, password, taken.isDead ? null : user.passwordHash);
  if (!isRight) throw new AppError('wrong_password', { type: 'bad_request_error' });
  await releaseLimits(context.database, taken);
}

type SignInInput = {
  tenantId: string;
  emailOrUsername?: string;
  email?: string;
  username?: string;
  password?: string;
  options?: { noResetEmail?: boolean };
  codeChallenge?: string;
  migrate?: typeof migratePassword;
};

/**
 * Sign in, second factor or step-up with a password. Unknown, wrong, locked, without a password and disabled answer alike
 * after the same work: one look-up, one count, one hash, one audit row (security 3).
 */
async function signIn(
  context: AuthContext,
  http: { call: Call; reply: FastifyReply },
  input: SignInInput,
): Promise<SignOn> {
  const { call } = http;
  const { tenant, world } = await enterTenant(context, call, input.tenantId);
  const pending = await findPending(context, call, tenant, world);
  const isSecond = pending !== null && isOffered(pending.first, factor);
  if (!isSecond) requireFirstFactor(tenant, factor);
  const named = (input.emailOrUsername ?? input.email ?? input.username ?? '').trim();
  const user = isSecond ? pending.user : await findByName(context, world, named);
  // By the canonical form: an address that can be spelt in many ways is still one (security 2).
  const spelt = parseIdentifier(named)?.norm ?? named;
  const who = identifierHash(isSecond ? (pending.user.emailNorm ?? pending.user.id) : spelt);
  const device = await knownDevice(context, call, user);
  const taken = await takeLimits(context, limitRules.password(world, who, device, call.address));
  const password = input.password ?? '';
  let isRight = await verify(context, password, taken.isDead ? null : (user?.passwordHash ?? null));
  let extra: Partial<SignOn> = {};
  let migrated: User | null = null;
  if (!isRight && input.migrate && !taken.isDead && !user?.passwordHash) {
    const result = await input.migrate(context, tenant, world, { named, password, user });
    isRight = result !== null;
    migrated = result?.user ?? null;
    extra = result?.extra ?? {};
  }
  const found = migrated ?? user;
  if (!isRight || !found || found.isLocked) return failSignIn(context, call, tenant, world, user, input);
  const caller = isSecond ? null : await findSignedIn(context, call);
  return context.database.transaction(async (tx) => {
    await releaseLimits(tx, taken);
    if (found.passwordHash && context.passwords.needsRehash(found.passwordHash)) {
      const hash = await context.passwords.hash(normalizePassword(password));
      await setPassword(tx, found.id, hash, pepperVersion, context.clock.now());
    }
    if (caller?.session.userId === found.id) return stepUp(context, tx, http, caller, factor);
    const first = isSecond ? pending.first : null;
    const { codeChallenge } = input;
    return finishSignIn(context, tx, http, { tenant, user: found, factor, first, codeChallenge, extra });
  });
}

async function failSignIn(
  context: AuthContext,
  call: Call,
  tenant: Tenant,
  world: World,
  user: User | null,
  input: SignInInput,
): Promise<never> {
  await audit(
    context.database,
    {
      action: 'signin.failed',
      world,
      tenantId: tenant.id,
      userId: user?.id ?? null,
      actorKind: 'anonymous',
      detail: { factor: 'email/password' },
      address: call.fullAddress,
      requestId: call.requestId,
    },
    context.clock.now(),
  );
  // Somebody who never had a password gets a way to set one, unless the page asked not to (auth protocol 7.3).
  if (user && user.passwordHash === null && user.email && input.options?.noResetEmail !== true) {
    const origin = await linkOrigin(context, tenant, call.origin);
    const request = { kind: 'reset', world, tenantId: tenant.id, email: user.email, origin } as const;
    // Counted like every mail; over the cap nothing goes out, and the answer stays the same (security 2, 3).
    void takeLimits(
      context,
      limitRules.mail(world, identifierHash(user.emailNorm ?? user.email), call.address),
    )
      .then(() => requestMail(context, request))
      .catch((error: unknown) => context.log.info({ err: error }, 'no reset mail sent'));
  }
  throw new AppError('wrong_credentials', { type: 'bad_request_error' });
}

function findByName(context: AuthContext, world: World, named: string): Promise<User | null> {
  const parsed = parseIdentifier(named);
  // The same statement for what cannot be an identifier, so that it takes the same time.
  return findUserByIdentifier(context.database, world, [parsed?.kind ?? 'email'], parsed?.norm ?? '');
}

/** A browser that signed in as this person before counts by itself; null for strangers (security 2). */
export async function knownDevice(
  context: AuthContext,
  call: Call,
  user: User | null,
): Promise<string | null> {
  if (!call.companionHash) return null;
  const row = await context.database.maybeOne(sql`select 1 as one from auth.device
    where user_id = ${user?.id ?? '00000000-0000-0000-0000-000000000000'} and companion_hash = ${call.companionHash}`);
  return row ? call.companionHash.toString('base64url') : null;
}

function verify(context: AuthContext, password: string, stored: string | null): Promise<boolean> {
  const normal = normalizePassword(password);
  if ([...normal].length > MAX_PASSWORD_LENGTH) {
    throw new AppError('validation_failed', { message: 'The password has more than 256 characters.' });
  }
  return context.passwords.verify(normal, stored);
}

type Signup = {
  email: string;
  emailNorm: string;
  username: string | null;
  name: string | null;
  data: Record<string, unknown>;
};

function parseSignup(
  body: { email?: string; username?: string; name?: string; data?: Record<string, unknown> },
  tenant: Tenant,
): Signup {
  const parsed = parseEmail(body.email ?? '');
  if (!parsed.ok) throw new AppError('email_format');
  checkEmailDomain(tenant, parsed.norm);
  return {
    email: parsed.email,
    emailNorm: parsed.norm,
    username: body.username ? requireUsername(body.username) : null,
    name: body.name?.trim() || null,
    data: body.data ?? {},
  };
}

/** @throws AppError `validation_failed` for what cannot be a username */
export function requireUsername(text: string): string {
  const parsed = parseUsername(text);
  if (parsed.ok) return parsed.username;
  const message = 'A username has letters, digits, dots, hyphens and underscores, and at most 64 characters.';
  throw new AppError('validation_failed', {
    message,
    fields: [{ code: parsed.reason, message, field: 'username' }],
  });
}

/** @throws AppError `email_format` for an address outside of the domains that the tenant takes */
export function checkEmailDomain(tenant: Tenant, email: string): void {
  const { allowedEmailDomains } = tenant.settings;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (allowedEmailDomains.length === 0 || allowedEmailDomains.includes(domain)) return;
  throw new AppError('email_format', { message: 'Sign up with an email address of your organisation.' });
}

type SignupInput = Signup & { passwordHash: string; isSilent: boolean };

/** Instant tokens: a known address is refused by name (auth protocol 17). */
async function signUpAtOnce(
  context: AuthContext,
  http: { call: Call; reply: FastifyReply },
  tenant: Tenant,
  world: World,
  input: SignupInput & { codeChallenge: string | undefined },
): Promise<SignOn> {
  try {
    return await context.database.transaction(
      async (tx) => {
        const user = await addUser(context, tx, http.call, tenant, world, input);
        if (!input.isSilent) await queueLink(context, tx, { tenant, user, kind: 'verify', call: http.call });
        const finish = {
          tenant,
          user,
          factor,
          redirectKind: 'signup' as const,
          codeChallenge: input.codeChallenge,
        };
        return finishSignIn(context, tx, http, { ...finish, extra: { isNewUser: true } });
      },
      { attempts: 1 },
    );
  } catch (error) {
    throw await nameTaken(context, world, input, error);
  }
}

async function nameTaken(
  context: AuthContext,
  world: World,
  input: Signup,
  error: unknown,
): Promise<unknown> {
  if (!isUniqueViolation(error, 'identifier_norm_key')) return error;
  const known = await findUserByIdentifier(context.database, world, ['email'], input.emailNorm);
  const type = 'bad_request_error';
  return known ? new AppError('email_exists', { type }) : new AppError('username_exists', { type });
}

/** Waiting for the address to be proven: known and new addresses answer alike; the owner hears of it (security 3). */
async function signUpByMail(
  context: AuthContext,
  call: Call,
  tenant: Tenant,
  world: World,
  input: SignupInput,
): Promise<SignOn> {
  const { emailNorm, passwordHash, username, name, data } = input;
  const who = identifierHash(emailNorm);
  await takeLimits(context, limitRules.mail(world, who, call.address));
  const origin = await linkOrigin(context, tenant, call.origin);
  await requestMail(context, {
    kind: 'signup',
    world,
    tenantId: tenant.id,
    email: input.email,
    origin,
    signup: { passwordHash, username, name, data },
  });
  return {
    mode: world.mode,
    message: 'OK',
    redirectTo: tenant.settings.logoutRedirectPath ?? '/',
    isEmailConfirmed: false,
  };
}

async function addUser(
  context: AuthContext,
  tx: Parameters<typeof insertUser>[0],
  call: Call,
  tenant: Tenant,
  world: World,
  input: SignupInput,
): Promise<User> {
  const now = context.clock.now();
  const id = await insertUser(
    tx,
    world,
    {
      email: { value: input.email, norm: input.emailNorm, confirmedAt: null },
      username: input.username,
      name: input.name,
      data: input.data,
      passwordHash: input.passwordHash,
      pepperVersion,
    },
    now,
  );
  const event = {
    world,
    tenantId: tenant.id,
    userId: id,
    address: call.fullAddress,
    requestId: call.requestId,
  };
  await audit(tx, { ...event, action: 'signup', detail: { factor: 'email/password' } }, now);
  const user = await findUserById(tx, world, id);
  if (!user) throw new Error('a new user is missing');
  return user;
}
