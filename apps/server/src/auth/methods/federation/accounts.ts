import { parseEmail } from '@stint/domain/auth/email.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import type { AuthContext } from '../../context.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { findInvitation } from '../../mechanisms/people/invitations.ts';
import { confirmEmail } from '../../mechanisms/people/proven-address.ts';
import { dropUnproven } from '../../mechanisms/people/unproven.ts';
import type { Realm } from '../../model/realm.ts';
import type { Registered } from '../../model/tenants/providers.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { type IdentityKey, insertIdentity, lockIdentity, useIdentity } from '../../model/users/identities.ts';
import { findUserById, findUserByIdentifier, insertUser, type User } from '../../model/users/queries.ts';
import { isDomainProven } from './domains.ts';
import type { Profile } from './profile.ts';
import { Refusal } from './refusal.ts';

/** Somebody who came back from a provider. */
export type Arrival = {
  realm: Realm;
  /** The tenant that is signed in to. */
  tenant: Tenant;
  /** The tenant whose registration at the provider was used: the same, or its root. */
  providerTenant: Tenant;
  provider: string;
  providerId: string;
  profile: Profile;
  /** Of OpenID: what is registered there. */
  registered?: Registered;
  /** Only people with a proven address in a proven domain of the tenant may come in this way (security 9: SAML). */
  needsProvenDomain?: boolean;
};

type Email = { value: string; norm: string; isProven: boolean };

/**
 * The account of somebody who came back from a provider, made where there is none (security 9):
 * an identity is (registration, issuer, subject); an address is believed when the provider proved it, or for a child's
 * own provider when the child proved its domain; an account that is there already is never taken over, unless nobody had
 * proven its address before: then everything that the earlier claimant set up is void.
 * @throws Refusal
 */
export async function accountOf(
  context: AuthContext,
  tx: Transaction,
  arrival: Arrival,
): Promise<{ user: User; isNewUser: boolean }> {
  const { realm } = arrival;
  const now = context.clock.now();
  const email = await readEmail(tx, arrival);
  if (arrival.needsProvenDomain && !email?.isProven) throw new Refusal('domain_not_proven');
  const facts = { email: email?.value ?? null, isEmailProven: email?.isProven ?? false };
  const key = identityKey(arrival);
  const use = () => useIdentity(tx, realm, key, { ...facts, now });
  // Two browsers may come back for the first time at once: the second waits for the first one's account.
  const known = (await use()) ?? (await lockIdentity(tx, key).then(use));
  if (known) return { user: await requireUser(tx, realm, known), isNewUser: false };
  const existing = email ? await findUserByIdentifier(tx, realm, ['email'], email.norm) : null;
  const userId =
    existing && email?.isProven
      ? await takeUnproven(context, tx, arrival, existing)
      : await makeUser(context, tx, arrival, existing ? null : email);
  await insertIdentity(tx, realm, key, { ...facts, userId, now });
  return { user: await requireUser(tx, realm, userId), isNewUser: !existing || userId !== existing.id };
}

/**
 * Ties an identity to somebody who is signed in: both addresses must be proven (security 9).
 * @throws Refusal
 */
export async function linkIdentity(
  context: AuthContext,
  tx: Transaction,
  arrival: Arrival,
  userId: string,
): Promise<User> {
  const now = context.clock.now();
  const user = await requireUser(tx, arrival.realm, userId);
  const email = await readEmail(tx, arrival);
  if (!user.emailConfirmedAt || !email?.isProven) throw new Refusal('email_not_proven');
  const key = identityKey(arrival);
  const facts = { email: email.value, isEmailProven: true };
  // Whoever links what is linked already, as after a second press, has what they wanted.
  if ((await useIdentity(tx, arrival.realm, key, { ...facts, now })) === userId) return user;
  await insertIdentity(tx, arrival.realm, key, { ...facts, userId, now }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'federated_identity_key') ? new Refusal('identity_taken') : error;
  });
  return user;
}

/** The address and whether it counts as proven. What is no address to us counts as none. */
async function readEmail(tx: Transaction, arrival: Arrival): Promise<Email | null> {
  const { profile, providerTenant, needsProvenDomain } = arrival;
  const parsed = profile.email === null ? null : parseEmail(profile.email);
  if (!parsed?.ok) return null;
  const isByDomain = needsProvenDomain || providerTenant.parentId !== null;
  const isProven = isByDomain
    ? await isDomainProven(tx, providerTenant.id, parsed.norm)
    : profile.isEmailProven;
  return { value: parsed.email, norm: parsed.norm, isProven };
}

/** An account that stands under a proven address. */
async function takeUnproven(
  context: AuthContext,
  tx: Transaction,
  { realm, tenant, providerTenant }: Arrival,
  existing: User,
): Promise<string> {
  const now = context.clock.now();
  const isChildsOwn = providerTenant.parentId !== null;
  const isFree = !isChildsOwn || (await isInvitedOnly(tx, tenant, existing, now));
  if (!isFree || existing.emailConfirmedAt !== null || existing.isLocked) throw new Refusal('account_exists');
  await dropUnproven(context, tx, existing);
  const userId = await confirmEmail(context, tx, existing);
  const event = { realm, tenantId: tenant.id, userId, detail: { by: 'provider' } };
  await audit(tx, { ...event, action: 'email.confirmed' }, now);
  return userId;
}

/** Nobody ever entered the account: it stands for an invitation to the very tenant whose own provider brings the person. */
async function isInvitedOnly(tx: Transaction, tenant: Tenant, user: User, now: Date): Promise<boolean> {
  const isUntouched = user.passwordHash === null && user.lastActiveAt === null;
  return isUntouched && (await findInvitation(tx, tenant, user, now)) !== null;
}

/** @param email null where it is not known or belongs to somebody else and was not proven */
async function makeUser(
  context: AuthContext,
  tx: Transaction,
  arrival: Arrival,
  email: Email | null,
): Promise<string> {
  const { realm, tenant, providerTenant, profile } = arrival;
  // Without an invitation there is no way in, so no account is made either.
  if (tenant.parentId !== null && tenant.signup !== 'open') throw new Refusal('not_allowed');
  checkDomain(tenant, email);
  const now = context.clock.now();
  // A child's own provider may say anything: an address that it did not prove is not kept. Nor is one where sign-up waits for
  // a proven address: whether it is kept would tell whether somebody has it (security 3).
  const isInstant = tenant.settings.signupConfirmation === 'instant';
  const isKept = email && (email.isProven || (providerTenant.parentId === null && isInstant));
  const kept = isKept
    ? { value: email.value, norm: email.norm, confirmedAt: email.isProven ? now : null }
    : null;
  const { name, image } = profile;
  const userId = await insertUser(tx, realm, { email: kept, name, image }, now);
  const event = { realm, tenantId: tenant.id, userId, detail: { by: arrival.provider } };
  await audit(tx, { ...event, action: 'signup' }, now);
  return userId;
}

function checkDomain(tenant: Tenant, email: Email | null): void {
  const { allowedEmailDomains } = tenant.settings;
  if (allowedEmailDomains.length === 0) return;
  const domain = email?.isProven ? email.norm.slice(email.norm.lastIndexOf('@') + 1) : '';
  if (!allowedEmailDomains.includes(domain)) throw new Refusal('not_allowed');
}

async function requireUser(tx: Transaction, realm: Realm, id: string): Promise<User> {
  const user = await findUserById(tx, realm, id);
  if (!user) throw new Refusal('not_allowed');
  return user;
}

function identityKey({ providerTenant, provider, providerId, profile }: Arrival): IdentityKey {
  const { issuer, subject } = profile;
  return { providerTenantId: providerTenant.id, provider, providerId, issuer, subject };
}
