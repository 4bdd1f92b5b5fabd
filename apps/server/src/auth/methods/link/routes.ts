import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { normalizeEmail, parseEmail } from '@stint/domain/auth/email.ts';
import { withoutFragment } from '@stint/domain/auth/link.ts';
import { findSafePath } from '@stint/domain/auth/redirect.ts';
import { isListable } from '@stint/domain/auth/sign-in-step.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import { newId } from '../../../platform/ids.ts';
import { newSecret } from '../../../platform/secrets.ts';
import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { applyEmailChange } from '../../mechanisms/contacts/email-change.ts';
import { clearPasswordLimits, identifierHash, takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import { queueNotice } from '../../mechanisms/outbox/notices.ts';
import { pepperVersion } from '../../mechanisms/passwords/hasher.ts';
import { hashNewPassword } from '../../mechanisms/passwords/new-password.ts';
import { isOnlyKnownTo } from '../../mechanisms/people/first-password.ts';
import { acceptInvitation, acceptOpenInvitation } from '../../mechanisms/people/invitations.ts';
import { passwordChanged } from '../../mechanisms/people/notices.ts';
import { confirmEmail, lockAddress } from '../../mechanisms/people/proven-address.ts';
import { dropUnproven } from '../../mechanisms/people/unproven.ts';
import { type LinkAddressInput, linkAddress, linkOrigin } from '../../mechanisms/proofs/link-address.ts';
import { requestMail } from '../../mechanisms/proofs/mail-requests.ts';
import { findLinkKind, findOpenLink, type Link, spendLink, voidProofs } from '../../model/proofs/links.ts';
import type { SignupDetails } from '../../model/proofs/signup.ts';
import { endAccess } from '../../model/sessions/queries.ts';
import { checkEmailDomain, requireUsername } from '../../model/users/names.ts';
import { findUserById, setPassword, type User } from '../../model/users/queries.ts';
import { decidingFor, personNow } from '../../sign-in/deciding.ts';
import { enterTenant, requireFirstFactor } from '../../sign-in/enter.ts';
import { finishSignIn } from '../../sign-in/finish.ts';
import { findEntry } from '../../sign-in/membership.ts';
import type { SignInRequest } from '../../sign-in/request.ts';

const factor = { channel: 'email', strategy: 'link' } as const;

type LinkRoutes = HandlersOf<
  | 'POST /tenants/:tenantId/auth/link'
  | 'PUT /tenants/:tenantId/auth/link'
  | 'POST /tenants/:tenantId/auth/reset/link'
  | 'PUT /tenants/:tenantId/auth/reset'
>;

/** Sending links and signing in or resetting with them (protocol 7.6 to 7.9). */
export function linkRoutes(context: AuthContext): LinkRoutes {
  return {
    async 'POST /tenants/:tenantId/auth/link'({ params, query, body }, { client }, { reply }) {
      const request = await enterTenant(context, { client, reply }, params.tenantId);
      // Older clients sign in with the call that sends.
      if (body.token || body.uuid) return useLink(request, { ...body, ...query });
      requireFirstFactor(request.tenant, factor);
      const signup: SignupDetails = {
        name: body.name ?? null,
        username: body.username ? requireUsername(body.username) : null,
        data: body.data ?? {},
      };
      return sendLink(request, {
        kind: 'login',
        email: body.email,
        signup,
        options: body.options,
      });
    },
    async 'PUT /tenants/:tenantId/auth/link'({ params, query, body }, { client }, { reply }) {
      const request = await enterTenant(context, { client, reply }, params.tenantId);
      return useLink(request, { ...body, ...query });
    },
    async 'POST /tenants/:tenantId/auth/reset/link'({ params, body }, { client }, { reply }) {
      const request = await enterTenant(context, { client, reply }, params.tenantId);
      return sendLink(request, {
        kind: 'reset',
        email: body.email,
        options: body.options,
      });
    },
    async 'PUT /tenants/:tenantId/auth/reset'({ params, body }, { client }, { reply }) {
      return resetPassword(await enterTenant(context, { client, reply }, params.tenantId), body);
    },
  };
}

type SendInput = {
  kind: 'login' | 'reset';
  email: string | undefined;
  signup?: SignupDetails;
  options?: { redirect?: string; noSignupEmail?: boolean } | undefined;
};

/** The same answer for every address; whether somebody is there is looked up later (security 3). */
async function sendLink(request: SignInRequest, input: SendInput) {
  const { context, client, tenant, realm } = request;
  const parsed = parseEmail(input.email ?? '');
  if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
  if (input.kind === 'login' && input.signup) checkEmailDomain(tenant, parsed.norm);
  await takeLimits(context, limitRules.mail(realm, identifierHash(parsed.norm), client.address));
  const origin = await linkOrigin(context, tenant, realm.mode, client.origin);
  const redirect = findSafePath(input.options?.redirect);
  const secret = { uuid: newId(), token: newSecret() };
  const isSilent = input.options?.noSignupEmail === true;
  await requestMail(context, {
    kind: input.kind,
    isSilent,
    realm,
    tenantId: tenant.id,
    email: parsed.email,
    origin,
    language: client.language,
    redirect,
    companion: client.companionHash?.toString('base64url') ?? null,
    ...secret,
    ...(input.kind === 'login' && input.signup ? { signup: input.signup } : {}),
  });
  // The same answer for known and new addresses, so nothing of a mail that may not have gone out.
  if (isSilent) return { message: 'OK' };
  return {
    message: 'OK',
    result: {
      email: parsed.email,
      submittedAt: context.clock.now().toISOString(),
      messageId: secret.uuid,
      ...(await testAnswer(request, { ...secret, type: input.kind, redirect, origin })),
    },
  };
}

/** In test mode the answer holds the link as it was mailed; somebody new got a welcome. */
async function testAnswer(
  { context, tenant, realm }: SignInRequest,
  { origin, ...address }: LinkAddressInput & { origin: string },
): Promise<{ link?: string; url?: string }> {
  if (realm.mode !== 'test' || context.config.mode !== 'test') return {};
  const type = (await findLinkKind(context.database, address.uuid)) ?? address.type;
  const href = await linkAddress(context, tenant, origin, { ...address, type });
  return { link: href, url: href };
}

type Credentials = { token?: string; uuid?: string; linkType?: string; code_challenge?: string };

function invalidToken(): AppError {
  return new AppError('invalid_token');
}

async function useLink(request: SignInRequest, input: Credentials): Promise<SignOn> {
  const { context } = request;
  const credentials = readCredentials(input);
  const now = context.clock.now();
  const link = await findOpenLink(context.database, request.tenant.id, credentials, now);
  if (!link || link.kind === 'reset') throw invalidToken();
  return decidingFor(request, (request) => followLink(request, link, input)).catch((error: unknown) => {
    // The address was taken by somebody else since the proof was mailed.
    if (isUniqueViolation(error, 'identifier_norm_key')) throw invalidToken();
    throw error;
  });
}

async function followLink(request: SignInRequest, link: Link, input: Credentials): Promise<SignOn> {
  const { context, client, tenant, realm } = request;
  // `linkType` only says which page the link was opened on; what the link may do is stored with it.
  const passed = link.data.factor ?? factor;
  // Invitations and proofs of an address are good in any flow, and no flow lists a provider that is a tenant's own.
  const isGoodInAnyFlow = link.kind !== 'login' && link.kind !== 'sso';
  if (!isGoodInAnyFlow && (link.kind === 'login' || isListable(passed))) requireFirstFactor(tenant, passed);
  return context.database.transaction(
    async (tx) => {
      if (link.email) await lockAddress(tx, realm, link.email);
      if (!(await spendLink(tx, link.id, context.clock.now()))) throw invalidToken();
      const user = await findUserById(tx, realm, link.userId);
      if (!user || !isToThem(link, user)) throw invalidToken();
      const proven = link.data.returnedTo ? user : await proveAddress(request, tx, link, user);
      const isInvitation = link.kind === 'invite';
      if (isInvitation) await acceptInvitation(context, tx, { tenant, user: proven, link, client });
      return finishSignIn(request, tx, {
        user: isInvitation ? await personNow(tx, proven) : proven,
        factor: passed,
        registration: link.data.registration,
        isGoodInAnyFlow,
        codeChallenge: input.code_challenge,
        providerTenantId: link.data.returnedTo ?? link.data.providerTenantId,
        redirectKind: isSignup(link) ? 'signup' : 'login',
        extra: { linkType: link.kind, ...(link.data.isNewUser ? { isNewUser: true } : {}) },
      });
    },
    { attempts: 1 },
  );
}

/**
 * A link lets nobody in from a mailbox that is the person's no more: of an address that was changed since. One that proves a new
 * address goes there before it is theirs, and what a provider's sign-in ends in goes to none.
 */
function isToThem({ kind, email, data }: Link, user: User): boolean {
  const isElsewhere = kind === 'sso' || data.newEmail !== undefined || email === null;
  return isElsewhere || normalizeEmail(email) === user.emailNorm;
}

function isSignup(link: Link): boolean {
  return link.kind === 'welcome' || link.kind === 'invite' || link.data.isNewUser === true;
}

function readCredentials({ token = '', uuid = '' }: Credentials): { token: string; uuid: string } {
  const credentials = {
    token: withoutFragment(token).trim(),
    uuid: withoutFragment(uuid).trim().toLowerCase(),
  };
  if (!credentials.token || !credentials.uuid) {
    throw new AppError('invalid_token', { message: 'Missing token or uuid' });
  }
  return credentials;
}

/** A followed link proves the address it went to (protocol 7.7). */
async function proveAddress(request: SignInRequest, tx: Transaction, link: Link, user: User): Promise<User> {
  const { context, client, tenant, realm } = request;
  let id = user.id;
  if (link.data.newEmail)
    await applyEmailChange(context, tx, { client, tenant, user, email: link.data.newEmail });
  else if (link.email && link.email === user.email && user.emailConfirmedAt === null && link.kind !== 'sso') {
    // Whoever chose a password without proving the address may be a stranger; the owner proves it by a link of their own.
    const isOwn = link.kind !== 'login' && link.kind !== 'invite' && !link.data.dropsUnproven;
    if (!isOwn) await dropUnproven(context, tx, user);
    id = await confirmEmail(context, tx, user);
    const event = {
      realm,
      tenantId: tenant.id,
      userId: id,
      address: client.fullAddress,
      requestId: client.requestId,
    };
    await audit(tx, { ...event, action: 'email.confirmed' }, context.clock.now());
  }
  const fresh = await findUserById(tx, realm, id);
  if (!fresh) throw invalidToken();
  tx.afterCommit(() => context.sessions.forget());
  return fresh;
}

/** A new password by link: no factor is removed, a second one is asked first, older sessions die (security 4). */
async function resetPassword(
  request: SignInRequest,
  input: Credentials & { password?: string },
): Promise<SignOn> {
  const { context, tenant, realm } = request;
  const credentials = readCredentials(input);
  const now = context.clock.now();
  const link = await findOpenLink(context.database, tenant.id, credentials, now);
  if (!link || (link.kind !== 'reset' && link.kind !== 'invite')) throw invalidToken();
  const user = await findUserById(context.database, realm, link.userId);
  if (!user || !isToThem(link, user) || !maySetPassword(link, user)) throw invalidToken();
  const { returnedTo } = link.data;
  if (returnedTo && !(await isOnlyKnownTo(context.database, tenant, user))) throw invalidToken();
  await takeLimits(context, limitRules.newPassword(realm, user.id));
  const hash = await hashNewPassword(context, input.password, { owner: user, tenant, mode: realm.mode });
  return decidingFor(request, (request) => storeReset(request, { link, user, hash }));
}

/** An invitation sets a first password; it lives too long to replace one, unless it was sent to do so. */
function maySetPassword({ kind, data }: Link, { passwordHash, emailConfirmedAt }: User): boolean {
  const hasOwn = passwordHash !== null && emailConfirmedAt !== null;
  return kind === 'reset' || data.setsPassword === true || !hasOwn;
}

async function storeReset(
  request: SignInRequest,
  { link, user, hash }: { link: Link; user: User; hash: string },
): Promise<SignOn> {
  const { context, client, tenant, realm } = request;
  const { returnedTo } = link.data;
  const now = context.clock.now();
  return context.database.transaction(
    async (tx) => {
      if (link.email) await lockAddress(tx, realm, link.email);
      if (!(await spendLink(tx, link.id, now))) throw invalidToken();
      if (!returnedTo && user.emailConfirmedAt === null)
        await dropUnproven(context, tx, user, { keepsAuthenticator: true });
      const isProof = !returnedTo && link.email === user.email;
      const id = isProof ? await confirmEmail(context, tx, user) : user.id;
      await setPassword(tx, id, { hash, pepperVersion, now });
      const fresh = await findUserById(tx, realm, id);
      if (!fresh || !isToThem(link, fresh)) throw invalidToken();
      await acceptBefore(request, tx, fresh, link);
      await voidProofs(tx, id, now, { keepsInvitations: user.emailConfirmedAt === null });
      await clearPasswordLimits(tx, passwordKeys(fresh));
      const ended = await endAccess(tx, id, { reason: 'password', now });
      const event = { realm, tenantId: tenant.id, userId: id };
      const from = { address: client.fullAddress, requestId: client.requestId };
      await audit(tx, { ...event, ...from, action: 'password.reset' }, now);
      await queueNotice(context, tx, { tenant, user: fresh, notice: passwordChanged });
      tx.afterCommit(() => context.sessions.forget(ended));
      return finishSignIn(request, tx, {
        user: await personNow(tx, fresh),
        factor,
        isGoodInAnyFlow: true,
        purpose: 'reset',
        providerTenantId: returnedTo,
        extra: { linkType: link.kind },
      });
    },
    { attempts: 1 },
  );
}

/** An invitation is taken before the new password voids it: the one that was followed, or one to this very tenant. */
async function acceptBefore(
  { context, client, tenant }: SignInRequest,
  tx: Transaction,
  user: User,
  link: Link,
): Promise<void> {
  if (link.kind === 'invite') return acceptInvitation(context, tx, { tenant, user, link, client });
  if ((await findEntry(tx, tenant, user)) === null)
    await acceptOpenInvitation(context, tx, { tenant, user, client });
}

/** Prefixes of the buckets that count against a person's password. */
function passwordKeys(user: User): string[] {
  const names = [user.emailNorm, user.username?.toLowerCase(), user.id].filter((name) => name != null);
  const realm = `${user.rootTenantId} ${user.mode}`;
  const named = names.map((name) => `password ${realm} ${identifierHash(name)} `);
  return [...named, `password-account ${realm} ${user.id} `];
}
