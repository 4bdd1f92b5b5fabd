import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { Realm } from '../../model/realm.ts';
import { notePerson, notingPerson } from '../../model/users/note-person.ts';
import { setIdentifier, type User } from '../../model/users/queries.ts';
import { endLostFactors } from './lost-factors.ts';

/**
 * A sign-up with an address that was only invited is an account of its own, which the address does not name yet (its
 * identifier is shared): whoever signed up may be a stranger. It takes effect when the address is proven by the link that
 * the sign-up sent, or when nobody else has the address any more. Until then lists and webhooks know the invited person alone.
 */
export async function findWaitingSignup(
  db: Queryable,
  realm: Realm,
  emailNorm: string,
): Promise<{ id: string; isMember: boolean } | null> {
  return db.maybeOne<{ id: string; isMember: boolean }>(sql`select i.user_id as id,
      exists (select 1 from auth.membership m where m.user_id = i.user_id) as "isMember"
    from auth.identifier i
    where i.root_tenant_id = ${realm.rootTenantId} and i.mode = ${realm.mode} and i.norm = ${emailNorm}
      and i.kind = 'email' and i.is_shared`);
}

/**
 * The sign-up that waited for an address takes effect where nobody else has it; from here on receivers are told of it.
 * @returns whether one did
 */
export async function promoteSignup(
  tx: Transaction,
  realm: Realm,
  emailNorm: string | null,
): Promise<boolean> {
  const promoted = await tx.maybeOne<{ userId: string }>(sql`update auth.identifier i set is_shared = false
    where i.root_tenant_id = ${realm.rootTenantId} and i.mode = ${realm.mode} and i.norm = ${emailNorm}
      and i.kind = 'email' and i.is_shared
      and not exists (select 1 from auth.identifier o where o.root_tenant_id = i.root_tenant_id and o.mode = i.mode
        and o.norm = i.norm and o.kind = 'email' and not o.is_shared)
    returning i.user_id as "userId"`);
  if (promoted) await tellOfSignup(tx, promoted.userId);
  return promoted !== null;
}

async function tellOfSignup(tx: Transaction, userId: string): Promise<void> {
  await notePerson(tx, userId, 'create');
  const joined = sql`select user_id, tenant_id from auth.membership where user_id = ${userId}`;
  await tx.run(notingPerson(joined, 'create', 'membership'));
}

/** Gives somebody another address: a sign-up takes effect with it, and one that waited for the former address has it. */
export async function replaceEmail(
  tx: Transaction,
  user: Pick<User, 'id' | 'rootTenantId' | 'mode' | 'emailNorm'>,
  email: { value: string; norm: string; confirmedAt: Date | null },
  now: Date,
): Promise<void> {
  const former = user.emailNorm;
  const waiting = former === null ? null : await findWaitingSignup(tx, user, former);
  await setIdentifier(tx, user, user.id, { kind: 'email', ...email, now });
  if (former === email.norm) return;
  await endLostFactors(tx, user, now);
  if (waiting?.id === user.id) await tellOfSignup(tx, user.id);
  else await promoteSignup(tx, user, former);
}
