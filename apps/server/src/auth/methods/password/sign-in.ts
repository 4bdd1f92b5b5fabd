import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { MAX_PASSWORD_LENGTH, normalizePassword } from '@stint/domain/auth/password-policy.ts';
import { parseIdentifier } from '@stint/domain/auth/username.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { AuthContext } from '../../context.ts';
import { findSignedIn } from '../../mechanisms/access/access.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { identifierHash, releaseLimits, takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import { pepperVersion } from '../../mechanisms/passwords/hasher.ts';
import { linkOrigin } from '../../mechanisms/proofs/link-address.ts';
import { requestMail } from '../../mechanisms/proofs/mail-requests.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserById, replaceHash, type User } from '../../model/users/queries.ts';
import { deciding, givingBack, requestNow, wrongCredentials } from '../../sign-in/deciding.ts';
import { findPending, isOffered, requireFirstFactor } from '../../sign-in/enter.ts';
import { finishSignIn } from '../../sign-in/finish.ts';
import type { KnownPerson } from '../../sign-in/membership.ts';
import type { SignInRequest } from '../../sign-in/request.ts';
import { stepUp } from '../../sign-in/step-up.ts';
import { type Attempt, countAttempt, startAttempt } from './attempt.ts';
import type { migratePassword } from './migrate.ts';

/** The factor of a password. */
export const passwordFactor = { channel: 'email', strategy: 'password' } as const;

type SignInInput = {
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
 * after the same work: one statement that counts and looks up, one hash, one statement that writes (security 3).
 */
export async function signInWithPassword(request: SignInRequest, input: SignInInput): Promise<SignOn> {
  const { context, client, tenant, realm } = request;
  const pending = await findPending(request);
  const second = pending !== null && isOffered(pending.first, passwordFactor) ? pending : null;
  if (!second) requireFirstFactor(tenant, passwordFactor);
  const named = (input.emailOrUsername ?? input.email ?? input.username ?? '').trim();
  const attempt = second ? await secondAttempt(request, second.user) : await firstAttempt(request, named);
  const { user, taken, known } = attempt;
  const isMember = second !== null || (known?.entry ?? null) !== null;
  const password = input.password ?? '';
  let isRight = await verifyPassword(context, password, taken.isDead ? null : (user?.passwordHash ?? null));
  let extra: Partial<SignOn> = {};
  let migrated: User | null = null;
  if (!isRight && input.migrate && !taken.isDead && !user?.passwordHash) {
    const result = await input.migrate(context, tenant, realm, { named, password, user });
    isRight = result !== null;
    migrated = result?.user ?? null;
    extra = result?.extra ?? {};
  }
  const found = migrated ?? user;
  const isShut = !migrated && known !== undefined && !mayEnter(tenant, known);
  if (!isRight || !found || found.isLocked || isShut)
    return failSignIn(request, user, { ...input, isMember });
  const caller = second ? null : await findSignedIn(context, client, tenant);
  // Before the transaction: nobody holds a connection while waiting for a turn to hash.
  const isOld = found.passwordHash !== null && context.passwords.needsRehash(found.passwordHash);
  const newHash = isOld ? await context.passwords.hash(normalizePassword(password)) : null;
  const finish = ({ request, person, known }: Decided) =>
    context.database.transaction(
      async (tx) => {
        // Nothing that follows asks about limits, and a refusal takes the release back.
        tx.withCommit(releaseLimits(tx, taken));
        const user = newHash ? await rehash(context, tx, person, newHash) : person;
        if (caller?.session.userId === user.id)
          return stepUp(request, tx, { caller, factor: passwordFactor });
        return finishSignIn(request, tx, {
          user,
          factor: passwordFactor,
          first: second?.first ?? null,
          codeChallenge: input.codeChallenge,
          extra,
          known,
        });
      },
      { attempts: 1 },
    );
  const first = { request, person: found, known: migrated ? undefined : known };
  const finished = deciding(
    context,
    async (isAgain) => finish(isAgain ? await readAgain(first, password, second !== null) : first),
    { spendsProof: second !== null },
  );
  return givingBack(context, taken, finished).catch((error: unknown) => {
    // Who may not enter is answered and noted as who has a wrong password.
    if (error instanceof AppError && error.code === 'wrong_credentials')
      return failSignIn(request, found, { ...input, isMember });
    throw error;
  });
}

/** Whether somebody with the right password gets in: others cost what a wrong password costs (security 3). */
function mayEnter(tenant: Tenant, { entry, isInvited }: KnownPerson): boolean {
  return entry !== null || tenant.signup === 'open' || isInvited;
}

/** A password that was changed meanwhile stays, and this one opens nothing. */
async function rehash(context: AuthContext, tx: Transaction, user: User, hash: string): Promise<User> {
  const { passwordHash: from } = user;
  if (from === null) return user;
  await replaceHash(tx, user.id, { from, hash, pepperVersion, now: context.clock.now() });
  return { ...user, passwordHash: hash };
}

/** Who signs in and where, once the password is known to be right. */
type Decided = { request: SignInRequest; person: User; known?: KnownPerson | undefined };

/**
 * The same as they are after the hash.
 * @throws AppError `wrong_credentials` where either is gone, or the password is another one by now;
 * `method_not_allowed_by_flow`
 */
async function readAgain(
  { request: before, person: { id, passwordHash } }: Decided,
  password: string,
  isSecond: boolean,
): Promise<Decided> {
  const request = await requestNow(before);
  const { context, tenant, realm } = request;
  const person = await findUserById(context.database, realm, id);
  if (!person) throw wrongCredentials();
  const isSame = person.passwordHash === passwordHash;
  if (!isSame && !(await verifyPassword(context, password, person.passwordHash))) throw wrongCredentials();
  if (!isSecond) requireFirstFactor(tenant, passwordFactor);
  return { request, person };
}

/** By the canonical form: an address that can be spelt in many ways is still one (security 2). */
function firstAttempt(request: SignInRequest, named: string): Promise<Attempt> {
  const parsed = parseIdentifier(named);
  // The same statement for what cannot be an identifier, so that it takes the same time.
  const [kinds, norm] = [[parsed?.kind ?? 'email'], parsed?.norm ?? ''] as const;
  const who = identifierHash(parsed?.norm ?? named);
  return startAttempt(request, { kinds: [...kinds], norm, who });
}

async function secondAttempt({ context, client, realm }: SignInRequest, user: User): Promise<Attempt> {
  const taken = await countAttempt(context, client, realm, user);
  return { user, taken };
}

async function failSignIn(
  { context, client, tenant, realm }: SignInRequest,
  user: User | null,
  input: SignInInput & { isMember: boolean },
): Promise<never> {
  context.metrics.signInFailed('email/password');
  await audit(
    context.database,
    {
      action: 'signin.failed',
      realm,
      tenantId: tenant.id,
      // Whom a stranger named is no business of the tenant's.
      userId: input.isMember ? (user?.id ?? null) : null,
      actorKind: 'anonymous',
      detail: { factor: 'email/password' },
      address: client.fullAddress,
      requestId: client.requestId,
    },
    context.clock.now(),
  );
  // Somebody who never had a password gets a way to set one, unless the page asked not to (protocol 7.3).
  if (user && user.passwordHash === null && user.email && input.options?.noResetEmail !== true) {
    const origin = await linkOrigin(context, tenant, realm.mode, client.origin);
    const request = {
      kind: 'reset',
      realm,
      tenantId: tenant.id,
      email: user.email,
      origin,
      language: client.language,
    } as const;
    // Counted like every mail; over the cap nothing goes out, and the answer stays the same (security 2, 3).
    void takeLimits(
      context,
      limitRules.mail(realm, identifierHash(user.emailNorm ?? user.email), client.address),
    )
      .then(() => requestMail(context, request))
      .catch((error: unknown) => context.log.info({ err: error }, 'no reset mail sent'));
  }
  throw wrongCredentials();
}

export function verifyPassword(
  context: AuthContext,
  password: string,
  stored: string | null,
): Promise<boolean> {
  const normal = normalizePassword(password);
  if ([...normal].length > MAX_PASSWORD_LENGTH) {
    throw new AppError('validation_failed', { message: 'The password has more than 256 characters.' });
  }
  return context.passwords.verify(normal, stored);
}
