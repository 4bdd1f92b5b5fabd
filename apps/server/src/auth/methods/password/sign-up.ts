import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { parseEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import type { AuthContext } from '../../context.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { identifierHash, takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import { pepperVersion } from '../../mechanisms/passwords/hasher.ts';
import { makeRoom } from '../../mechanisms/people/placeholders.ts';
import { linkOrigin } from '../../mechanisms/proofs/link-address.ts';
import { queueLink, requestMail } from '../../mechanisms/proofs/mail-requests.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { checkEmailDomain, requireUsername } from '../../model/users/names.ts';
import { findUserById, findUserByIdentifier, insertUser, type User } from '../../model/users/queries.ts';
import { decidingFor, wrongCredentials } from '../../sign-in/deciding.ts';
import { finishSignIn } from '../../sign-in/finish.ts';
import type { SignInRequest } from '../../sign-in/request.ts';
import { passwordFactor } from './sign-in.ts';

type Signup = {
  email: string;
  emailNorm: string;
  username: string | null;
  name: string | null;
  data: Record<string, unknown>;
};

/** What somebody signs up with. @throws AppError `email_format`, `validation_failed` */
export function parseSignup(
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

/** @throws AppError `wrong_credentials` */
export function requireOpenSignup(tenant: Tenant): void {
  if (tenant.signup !== 'open') throw wrongCredentials();
}

type SignupInput = Signup & { passwordHash: string; isSilent: boolean };

/** Instant tokens: a known address is refused by name (protocol 17). */
export async function signUpAtOnce(
  request: SignInRequest,
  input: SignupInput & { codeChallenge: string | undefined },
): Promise<SignOn> {
  const { context, client, realm } = request;
  const decide = (request: SignInRequest) => {
    const { tenant } = request;
    requireOpenSignup(tenant);
    return context.database.transaction(
      async (tx) => {
        const user = await addUser(request, tx, input);
        if (!input.isSilent) await queueLink(context, tx, { tenant, user, kind: 'verify', client });
        return finishSignIn(request, tx, {
          user,
          factor: passwordFactor,
          redirectKind: 'signup',
          codeChallenge: input.codeChallenge,
          extra: { isNewUser: true },
        });
      },
      { attempts: 1 },
    );
  };
  try {
    return await decidingFor(request, async (request) => decide(request));
  } catch (error) {
    throw await nameTaken(context, realm, input, error);
  }
}

async function nameTaken(
  context: AuthContext,
  realm: Realm,
  input: Signup,
  error: unknown,
): Promise<unknown> {
  if (isUniqueViolation(error, 'identifier_waiting_key')) return emailExists();
  if (!isUniqueViolation(error, 'identifier_norm_key')) return error;
  const known = await findUserByIdentifier(context.database, realm, ['email'], input.emailNorm);
  return known ? emailExists() : new AppError('username_exists', { type: 'bad_request_error' });
}

function emailExists(): AppError {
  return new AppError('email_exists', { type: 'bad_request_error' });
}

/** Waiting for the address to be proven: known and new addresses answer alike; the owner hears of it (security 3). */
export async function signUpByMail(
  { context, client, tenant, realm }: SignInRequest,
  input: SignupInput,
): Promise<SignOn> {
  const { emailNorm, passwordHash, username, name, data } = input;
  const who = identifierHash(emailNorm);
  await takeLimits(context, limitRules.mail(realm, who, client.address));
  const origin = await linkOrigin(context, tenant, realm.mode, client.origin);
  await requestMail(context, {
    kind: 'signup',
    isSilent: input.isSilent,
    realm,
    tenantId: tenant.id,
    email: input.email,
    origin,
    language: client.language,
    signup: { passwordHash, username, name, data },
  });
  return {
    mode: realm.mode,
    message: 'OK',
    redirectTo: tenant.settings.logoutRedirectPath ?? '/',
    isEmailConfirmed: false,
  };
}

async function addUser(
  { context, client, tenant, realm }: SignInRequest,
  tx: Transaction,
  input: SignupInput,
): Promise<User> {
  const now = context.clock.now();
  const isShared = await makeRoom(tx, realm, input.emailNorm, now);
  const id = await insertUser(
    tx,
    realm,
    {
      email: { value: input.email, norm: input.emailNorm, confirmedAt: null, isShared },
      username: input.username,
      name: input.name,
      data: input.data,
      passwordHash: input.passwordHash,
      pepperVersion,
    },
    now,
  );
  const event = {
    realm,
    tenantId: tenant.id,
    userId: id,
    address: client.fullAddress,
    requestId: client.requestId,
  };
  await audit(tx, { ...event, action: 'signup', detail: { factor: 'email/password' } }, now);
  const user = await findUserById(tx, realm, id);
  if (!user) throw new Error('a new user is missing');
  return user;
}
