import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { audit } from '../audit/audit.ts';
import type { AuthContext, World } from '../context.ts';
import { notePerson } from '../webhooks/note-person.ts';

/**
 * Makes room for a sign-up with an address that so far only an invitation or a link request named. Nobody ever entered that
 * account, so the new one takes its place as if it had not been there: with an id, number and time of its own, and nothing
 * that the inviter wrote, for whoever signs up may be a stranger (security 3). A server gave it a membership: then it stays,
 * since a membership needs a proven address (security 9).
 * @returns the id that {@link movePlaceholder} takes, or null where nobody has the address or somebody does
 */
export async function clearPlaceholder(
  tx: Transaction,
  world: World,
  emailNorm: string,
): Promise<string | null> {
  const found = await tx.maybeOne<{ id: string }>(sql`
    select u.id from auth.user_account u
    join auth.identifier e on e.root_tenant_id = u.root_tenant_id and e.mode = u.mode and e.user_id = u.id
    where e.root_tenant_id = ${world.rootTenantId} and e.mode = ${world.mode} and e.kind = 'email'
      and e.norm = ${emailNorm} and e.confirmed_at is null and u.is_placeholder and u.last_active_at is null
      and not exists (select 1 from auth.credential c where c.user_id = u.id)
      and not exists (select 1 from auth.federated_identity f where f.user_id = u.id)
      and not exists (select 1 from auth.membership m where m.user_id = u.id)
    for update of u`);
  if (!found) return null;
  await tx.run(sql`delete from auth.identifier where user_id = ${found.id}`);
  return found.id;
}

/** Hands open invitations over to the new account, for they went to the address, and removes the placeholder. */
export async function movePlaceholder(
  tx: Transaction,
  world: World,
  from: string,
  to: string,
): Promise<void> {
  await tx.run(sql`update auth.link set user_id = ${to}
    where user_id = ${from} and kind = 'invite' and used_at is null and voided_at is null`);
  await notePerson(tx, from, 'delete');
  await tx.run(sql`delete from auth.user_account
    where root_tenant_id = ${world.rootTenantId} and mode = ${world.mode} and id = ${from}`);
}

/**
 * Removes who was only invited once no invitation is open any more: somebody without a way in, a proven address, a
 * membership or a session has nothing here to keep.
 */
export async function removeEndedInvitees(context: AuthContext): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const ended = await tx.rows<World & { id: string }>(sql`
      select u.id, u.root_tenant_id as "rootTenantId", u.mode from auth.user_account u
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
    for (const { id, ...world } of ended) {
      await notePerson(tx, id, 'delete');
      await tx.run(sql`delete from auth.identifier where user_id = ${id}`);
      await tx.run(sql`delete from auth.user_account
        where root_tenant_id = ${world.rootTenantId} and mode = ${world.mode} and id = ${id}`);
      await audit(tx, { action: 'user.deleted', world, userId: id, actorKind: 'system' }, now);
    }
  });
}

const mostAtOnce = 500;
