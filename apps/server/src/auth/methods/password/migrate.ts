import type { SignOn } from '@stint/domain/api/auth/shapes.ts';
import { parseEmail } from '@stint/domain/auth/email.ts';
import { normalizePassword } from '@stint/domain/auth/password-policy.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import type { AuthContext } from '../../context.ts';
import { pepperVersion } from '../../mechanisms/passwords/hasher.ts';
import { isOnlyKnownTo } from '../../mechanisms/people/first-password.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserById, insertUser, setPassword, type User } from '../../model/users/queries.ts';

export type Migrated = { user: User; extra: Partial<SignOn> };

/**
 * Asks the tenant's older login URL about somebody who has no password here yet (protocol 7.4): 2xx stores a hash and
 * lets the person in, anything else does not.
 * @returns null when the old system does not know these credentials, or cannot be asked
 */
export async function migratePassword(
  context: AuthContext,
  tenant: Tenant,
  realm: Realm,
  input: { named: string; password: string; user: User | null },
): Promise<Migrated | null> {
  const { migrateUrl } = tenant.settings;
  if (!migrateUrl || input.password === '') return null;
  const answer = await askOldSystem(context, migrateUrl, input);
  if (!answer) return null;
  const hash = await context.passwords.hash(normalizePassword(input.password));
  const now = context.clock.now();
  const user = await store(context, realm, { ...input, tenant }, { body: answer.body, hash, now });
  return user ? { user, extra: { upstreamResponse: answer.body } } : null;
}

/** An address that somebody else has here is no reason to let this caller in as them: null, answered as wrong. */
async function store(
  context: AuthContext,
  realm: Realm,
  input: { named: string; user: User | null; tenant: Tenant },
  { body, hash, now }: { body: unknown; hash: string; now: Date },
): Promise<User | null> {
  try {
    return await context.database.transaction(
      async (tx) => {
        // A child's older system knows people of that child; it gives nobody a password for what they are elsewhere.
        const { tenant } = input;
        if (input.user && tenant.parentId !== null && !(await isOnlyKnownTo(tx, tenant, input.user)))
          return null;
        const id = input.user?.id ?? (await addMigrated(tx, realm, { named: input.named, body, now }));
        if (!id) return null;
        await setPassword(tx, id, { hash, pepperVersion, now });
        return findUserById(tx, realm, id);
      },
      { attempts: 1 },
    );
  } catch (error) {
    if (!isUniqueViolation(error, 'identifier_norm_key')) throw error;
    return null;
  }
}

async function askOldSystem(
  context: AuthContext,
  url: string,
  { named, password }: { named: string; password: string },
): Promise<{ body: unknown } | null> {
  try {
    const answer = await context.safeFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emailOrUsername: named, password }),
    });
    if (!answer.ok) return null;
    return { body: await answer.json().catch(() => null) };
  } catch (error) {
    context.log.warn({ err: error }, 'the older login address did not answer');
    return null;
  }
}

async function addMigrated(
  tx: Parameters<typeof insertUser>[0],
  realm: Realm,
  { named, body, now }: { named: string; body: unknown; now: Date },
): Promise<string | null> {
  const told = (body ?? {}) as { email?: unknown; name?: unknown };
  const parsed = parseEmail(typeof told.email === 'string' ? told.email : named);
  if (!parsed.ok) return null;
  const email = { value: parsed.email, norm: parsed.norm, confirmedAt: null };
  return insertUser(
    tx,
    realm,
    { email, name: typeof told.name === 'string' ? told.name.slice(0, 200) : null },
    now,
  );
}
