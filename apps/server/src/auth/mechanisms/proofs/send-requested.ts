import { parseEmail } from '@stint/domain/auth/email.ts';
import { languageFor } from '@stint/domain/language.ts';
import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { SignupDetails } from '../../model/proofs/signup.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserById, findUserByIdentifier, insertUser, type User } from '../../model/users/queries.ts';
import { queueNotice } from '../outbox/notices.ts';
import type { PeopleContext } from '../people/context.ts';
import { findInvitation } from '../people/invitations.ts';
import { makeRoom } from '../people/placeholders.ts';
import { findWaitingSignup } from '../people/waiting-signups.ts';
import { insertCode } from './codes.ts';
import type { ProofsContext } from './context.ts';
import { linkPage, originsWithin } from './link-address.ts';
import { type MailRequest, queueLink, readRequest, type StoredRequest } from './mail-requests.ts';
import { alreadyRegistered } from './mails.ts';
import { sendCode } from './send-code.ts';

/** Proofs and people: somebody new gets an account. */
export type RequestedContext = ProofsContext & PeopleContext;

type Of<Kind extends MailRequest['kind']> = Extract<MailRequest, { kind: Kind }>;

/** Looks up whom a request is for and sends what fits, or nothing; a repeated run changes nothing. */
export async function sendRequested(
  context: RequestedContext,
  tx: Transaction,
  stored: StoredRequest,
): Promise<void> {
  const request = readRequest(stored);
  const tenant = await context.tenants.within(tx).requireById(request.tenantId);
  switch (request.kind) {
    case 'login':
      return sendLogin(context, tx, tenant, request);
    case 'reset':
      return sendReset(context, tx, tenant, request);
    case 'signup':
      return sendSignup(context, tx, tenant, request);
    case 'code':
      return sendCodeRequest(context, tx, tenant, request);
  }
}

async function sendLogin(
  context: RequestedContext,
  tx: Transaction,
  tenant: Tenant,
  request: Of<'login'>,
): Promise<void> {
  const { realm, origin, uuid, token } = request;
  const known = await findByEmail(tx, realm, request.email);
  if (known && !(await mayEnter(context, tx, tenant, known))) return;
  const user =
    known ??
    (await addAccount(context, tx, { tenant, realm, email: request.email, signup: request.signup ?? {} }));
  if (!user || (!known && request.isSilent)) return;
  await queueLink(context, tx, {
    tenant,
    user,
    kind: known ? 'login' : 'welcome',
    language: request.language,
    origin,
    uuid,
    token,
    redirect: request.redirect ?? null,
    companion: request.companion ?? null,
    data: { isNewUser: !known },
  });
}

async function sendReset(
  context: RequestedContext,
  tx: Transaction,
  tenant: Tenant,
  request: Of<'reset'>,
): Promise<void> {
  const user = await findByEmail(tx, request.realm, request.email);
  if (!user || !(await mayEnter(context, tx, tenant, user))) return;
  const { origin, uuid, token, redirect, companion } = request;
  await queueLink(context, tx, {
    tenant,
    user,
    kind: 'reset',
    language: request.language,
    origin,
    redirect: redirect ?? null,
    companion: companion ?? null,
    ...(uuid && token ? { uuid, token } : {}),
  });
}

async function sendSignup(
  context: RequestedContext,
  tx: Transaction,
  tenant: Tenant,
  request: Of<'signup'>,
): Promise<void> {
  const { realm, origin, email } = request;
  const waits = await isWaitedFor(context, tx, { tenant, realm, email });
  const known = waits ? await findWaiting(tx, realm, email) : await findByEmail(tx, realm, email);
  if (known) {
    const href = await linkPage(originsWithin(context, tx), tenant, origin);
    return queueNotice(context, tx, { tenant, user: known, notice: alreadyRegistered(href) });
  }
  const user = await addAccount(context, tx, { tenant, realm, email, signup: { ...request.signup, waits } });
  if (!user || request.isSilent) return;
  await queueLink(context, tx, {
    tenant,
    user,
    kind: 'welcome',
    language: request.language,
    origin,
    data: { isNewUser: true },
  });
}

type Asked = { tenant: Tenant; realm: Realm; email: string };

/** An invitation is no account yet: its person signs up like everybody else, which waits until the address is proven. */
async function isWaitedFor(
  context: RequestedContext,
  tx: Transaction,
  { tenant, realm, email }: Asked,
): Promise<boolean> {
  const parsed = parseEmail(email);
  if (!parsed.ok || tenant.signup !== 'open') return false;
  return makeRoom(tx, realm, parsed.norm, context.clock.now());
}

async function findWaiting(tx: Transaction, realm: Realm, email: string): Promise<User | null> {
  const parsed = parseEmail(email);
  const waiting = parsed.ok ? await findWaitingSignup(tx, realm, parsed.norm) : null;
  return waiting && findUserById(tx, realm, waiting.id);
}

async function sendCodeRequest(
  context: RequestedContext,
  tx: Transaction,
  tenant: Tenant,
  request: Of<'code'>,
): Promise<void> {
  const { realm, channel, to, codeId, code } = request;
  const kind = channel === 'sms' ? 'phone' : 'email';
  const user = await findUserByIdentifier(tx, realm, [kind], to);
  if (user ? !(await mayEnter(context, tx, tenant, user)) : tenant.signup !== 'open') return;
  const data = user ? {} : { signup: request.signup ?? {} };
  await insertCode(context, tx, realm, {
    id: codeId,
    tenantId: tenant.id,
    purpose: 'sign-in',
    channel,
    address: to,
    userId: user?.id ?? null,
    code,
    data,
  });
  const language = languageFor(user?.language ?? request.language);
  await sendCode(context, tx, { id: codeId, purpose: 'sign-in', tenant, realm, channel, to, code, language });
}

function findByEmail(tx: Transaction, realm: Realm, email: string): Promise<User | null> {
  const parsed = parseEmail(email);
  return parsed.ok ? findUserByIdentifier(tx, realm, ['email'], parsed.norm) : Promise.resolve(null);
}

/** Roots and open tenants take every person of theirs; invited ones members and who was invited. */
async function mayEnter(
  context: RequestedContext,
  tx: Transaction,
  tenant: Tenant,
  user: User,
): Promise<boolean> {
  if (tenant.parentId === null || tenant.signup === 'open') return true;
  const row = await tx.maybeOne(sql`select 1 as one from auth.membership
    where tenant_id = ${tenant.id} and user_id = ${user.id}`);
  return row !== null || (await findInvitation(tx, tenant, user, context.clock.now())) !== null;
}

async function addAccount(
  context: RequestedContext,
  tx: Transaction,
  { tenant, realm, email, signup }: Asked & { signup: SignupDetails & { waits?: boolean } },
): Promise<User | null> {
  const parsed = parseEmail(email);
  if (!parsed.ok || tenant.signup !== 'open') return null;
  const taken = signup.username
    ? await findUserByIdentifier(tx, realm, ['username'], signup.username.toLowerCase())
    : null;
  const id = await insertUser(
    tx,
    realm,
    {
      email: { value: parsed.email, norm: parsed.norm, confirmedAt: null, isShared: signup.waits ?? false },
      username: taken ? null : (signup.username ?? null),
      name: signup.name ?? null,
      data: signup.data ?? {},
      passwordHash: signup.passwordHash ?? null,
      isPlaceholder: !signup.passwordHash,
    },
    context.clock.now(),
  );
  return findUserById(tx, realm, id);
}
