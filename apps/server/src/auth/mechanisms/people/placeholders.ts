import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { Realm } from '../../model/realm.ts';
import { notePerson } from '../../model/users/note-person.ts';
import { audit } from '../audit/audit.ts';
import type { PeopleContext } from './context.ts';
import { promoteSignup } from './waiting-signups.ts';

/**
 * Who so far was only named with an address, by an invitation or a link request: nobody ever entered that account. Not one
 * that a server locked, or gave a membership: a membership needs a proven address. Holds the account until the transaction ends.
 */
export async function lockPlaceholder(
  tx: Transaction,
  realm: Realm,
  emailNorm: string,
): Promise<string | null> {
  const found = await tx.maybeOne<{ id: string }>(sql`
    select u.id from auth.user_account u
    join auth.identifier e on e.root_tenant_id = u.root_tenant_id and e.mode = u.mode and e.user_id = u.id
    where e.root_tenant_id = ${realm.rootTenantId} and e.mode = ${realm.mode} and e.kind = 'email' and not e.is_shared
      and e.norm = ${emailNorm} and e.confirmed_at is null and u.is_placeholder and u.last_active_at is null
      and not u.is_locked and u.deleted_at is null
      and not exists (select 1 from auth.credential c where c.user_id = u.id)
      and not exists (select 1 from auth.federated_identity f where f.user_id = u.id)
      and not exists (select 1 from auth.membership m where m.user_id = u.id)
    for update of u`);
  return found?.id ?? null;
}

/**
 * Somebody signs up with an address: who was only named by a request for a link makes room at once, who is invited stays.
 * @returns whether the sign-up waits until the address is proven, since somebody is invited with it
 */
export async function makeRoom(
  tx: Transaction,
  realm: Realm,
  emailNorm: string,
  now: Date,
): Promise<boolean> {
  const named = await lockPlaceholder(tx, realm, emailNorm);
  if (named === null) return false;
  const invitation = await tx.maybeOne(sql`select 1 as one from auth.link
    where user_id = ${named} and kind = 'invite' and used_at is null and voided_at is null and expires_at > ${now} limit 1`);
  if (invitation) return true;
  await removePlaceholder(tx, realm, named);
  await promoteSignup(tx, realm, emailNorm);
  return false;
}

/** Hands open invitations over to the account of who proved the address they went to, and removes the placeholder. */
export async function movePlaceholder(
  tx: Transaction,
  realm: Realm,
  from: string,
  to: string,
): Promise<void> {
  await tx.run(sql`update auth.link set user_id = ${to}
    where user_id = ${from} and kind = 'invite' and used_at is null and voided_at is null`);
  await removePlaceholder(tx, realm, from);
}

async function removePlaceholder(tx: Transaction, realm: Realm, id: string): Promise<void> {
  await notePerson(tx, id, 'delete');
  await tx.run(sql`delete from auth.identifier where user_id = ${id}`);
  await tx.run(sql`delete from auth.user_account
    where root_tenant_id = ${realm.rootTenantId} and mode = ${realm.mode} and id = ${id}`);
}

/**
 * Removes who was only invited once no invitation is open any more: somebody without a way in, a proven address, a
 * membership or a session has nothing here to keep.
 */
export async function removeEndedInvitees(context: PeopleContext): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const ended = await tx.rows<Realm & { id: string; emailNorm: string | null }>(sql`
      select u.id, u.root_tenant_id as "rootTenantId", u.mode,
        (select e.norm from auth.identifier e where e.user_id = u.id and e.kind = 'email') as "emailNorm"
      from auth.user_account u
      where u.is_placeholder and u.last_active_at is null and u.deleted_at is null
        and exists (select 1 from auth.link l where l.user_id = u.id and l.kind = 'invite')
        and not exists (select 1 from auth.link l where l.user_id = u.id and l.used_at is null and l.voided_at is null
          and l.expires_at > ${now})
        and not exists (select 1 from auth.identifier i where i.user_id = u.id and i.confirmed_at is not null)
        and not exists (select 1 from auth.credential c where c.user_id = u.id)
        and not exists (select 1 from auth.totp f where f.user_id = u.id)
        and not exists (select 1 from auth.federated_identity f where f.user_id = u.id)
        and not exists (select 1 from auth.membership m where m.user_id = u.id)
        and not exists (select 1 from auth.session s where s.user_id = u.id)
      limit ${mostAtOnce} for update of u skip locked`);
    for (const { id, emailNorm, ...realm } of ended) {
      await removePlaceholder(tx, realm, id);
      await promoteSignup(tx, realm, emailNorm);
      await audit(tx, { action: 'user.deleted', realm, userId: id, actorKind: 'system' }, now);
    }
  });
}

const mostAtOnce = 500;
