import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { pepperVersion } from '../../mechanisms/passwords/hasher.ts';
import { grantRoles } from '../../mechanisms/people/roles.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { notingPerson } from '../../model/users/note-person.ts';
import { findUserByIdentifier, insertUser } from '../../model/users/queries.ts';

/** The password of every test user (protocol 2). It is published, so it opens test mode only. */
const testUserPassword = 'testmodepassword';

const domain = 'example.com';

/** Reserved addresses (RFC 2606 section 3): nobody owns them. */
const testUsers = [
  { name: 'admin', roles: ['admin'], isConfirmed: true },
  { name: 'member', roles: ['member'], isConfirmed: true },
  { name: 'viewer', roles: ['viewer'], isConfirmed: true },
  { name: 'unconfirmed', roles: [], isConfirmed: false },
];

const testUserEmails = testUsers.map(({ name }) => `${name}@${domain}`);

/**
 * What their password is stored as; null where there are no such people. Made before the transaction that adds them: a hash may
 * have to wait for others, and a transaction that waits holds a connection and is ended.
 */
export async function hashTestPassword({ config, passwords }: AuthContext): Promise<string | null> {
  return config.mode === 'test' ? passwords.hash(testUserPassword) : null;
}

/**
 * The four people that a new account finds in its test mode (protocol 2). Who is there already stays as they are.
 * @param options `withRoles`: in the product's own tenant roles belong to workspaces, so nobody has any there
 */
export async function addTestUsers(
  context: AuthContext,
  tx: Transaction,
  root: Tenant,
  { passwordHash, withRoles }: { passwordHash: string | null; withRoles: boolean },
): Promise<void> {
  if (root.mode !== 'test' || passwordHash === null) return;
  const realm: Realm = { rootTenantId: root.id, mode: 'test' };
  const now = context.clock.now();
  for (const { name, roles, isConfirmed } of testUsers) {
    const value = `${name}@${domain}`;
    if (await findUserByIdentifier(tx, realm, ['email'], value)) continue;
    const email = { value, norm: value, confirmedAt: isConfirmed ? now : null };
    const id = await insertUser(tx, realm, { email, passwordHash, pepperVersion }, now);
    const user = await findUserByIdentifier(tx, realm, ['email'], value);
    if (user?.id !== id) throw new Error('a test user is missing');
    if (withRoles && roles.length > 0) await grantRoles(context, tx, { tenant: root, user, roles });
  }
}

/** Before a test mode becomes live: the published password opens nothing there. */
export async function lockTestUsers(tx: Transaction, realm: Realm, now: Date): Promise<void> {
  const named = sql`select i.user_id from auth.identifier i
    where i.root_tenant_id = ${realm.rootTenantId} and i.mode = ${realm.mode} and i.kind = 'email'
      and i.norm = any(${testUserEmails})`;
  const lock = sql`update auth.user_account u set is_locked = true, updated_at = ${now}
    where u.root_tenant_id = ${realm.rootTenantId} and u.mode = ${realm.mode} and u.id in (${named})
    returning u.id as user_id`;
  await tx.run(notingPerson(lock, 'update', 'person'));
  await tx.run(sql`delete from auth.credential where user_id in (${named})`);
}
