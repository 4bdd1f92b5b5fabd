import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { endSessionsAround, raiseAuthzVersion, tellOfMembers } from '../../model/sessions/queries.ts';
import { notePerson, notingPerson } from '../../model/users/note-person.ts';
import type { User } from '../../model/users/queries.ts';
import { type AuditEvent, audit } from '../audit/audit.ts';
import { addJob } from '../jobs/jobs.ts';
import { queueNotice } from '../outbox/notices.ts';
import type { PeopleContext } from './context.ts';
import { accountDeleted } from './notices.ts';
import { promoteSignup } from './waiting-signups.ts';

/** The kind of the job that `erasePerson` does. */
export const eraseJob = 'erase-person';

/** Personal data is gone after this time at the latest (security 13). */
const eraseAfterMs = 30 * 24 * 60 * 60_000;

/**
 * Deletes a person: sessions, links, factors and names die at once, the rest is erased within 30 days (security 13).
 * @throws AppError `last_owner` with the workspaces that would be left without one
 */
export async function deleteUser(
  context: PeopleContext,
  tx: Transaction,
  user: User,
  by: Pick<AuditEvent, 'actorKind' | 'actorId' | 'address' | 'requestId'>,
): Promise<void> {
  const tenant = await context.tenants.within(tx).requireById(user.rootTenantId);
  const owned = await tx.rows<{ id: string; name: string }>(sql`select t.id, t.name from auth.tenant t
    where t.status in ('active', 'archived', 'provisioning') and t.id in (
      select m.tenant_id from auth.membership m where m.user_id = ${user.id} and 'owner' = any(m.roles))
    order by t.id for update`);
  for (const { id, name } of owned) {
    const other = await tx.maybeOne(sql`select 1 as one from auth.membership
      where tenant_id = ${id} and user_id <> ${user.id} and 'owner' = any(roles) limit 1`);
    if (!other)
      throw new AppError('last_owner', { message: `Make somebody else an owner of ${name} first.` });
  }
  await queueNotice(context, tx, { tenant, user, notice: accountDeleted });
  await endAccount(context, tx, user, by);
}

/** What deleting comes down to, without asking or telling the person. */
export async function endAccount(
  context: PeopleContext,
  tx: Transaction,
  user: Pick<User, 'id' | 'rootTenantId' | 'mode'>,
  by: Pick<AuditEvent, 'actorKind' | 'actorId' | 'address' | 'requestId'>,
): Promise<void> {
  const now = context.clock.now();
  const which = sql`s.user_id = ${user.id}`;
  const ended = await endSessionsAround(tx, { which, reason: 'deleted', now }, () =>
    raiseAuthzVersion(tx, user, user.id, now),
  );
  await tellOfMembers(tx, sql`m.user_id = ${user.id}`, now);
  const leave = sql`delete from auth.membership where user_id = ${user.id} returning tenant_id, user_id`;
  await tx.run(notingPerson(leave, 'delete', 'membership'));
  await notePerson(tx, user.id, 'delete');
  const held = await tx.maybeOne<{ norm: string }>(sql`select norm from auth.identifier
    where user_id = ${user.id} and kind = 'email' and not is_shared`);
  for (const removal of removals) await tx.run(sql`${removal} where user_id = ${user.id}`);
  await tx.run(sql`update auth.user_account set deleted_at = ${now}, name = null, image = null, language = null, data = '{}', updated_at = ${now}
    where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and id = ${user.id}`);
  await promoteSignup(tx, user, held?.norm ?? null);
  await audit(tx, { action: 'user.deleted', realm: user, userId: user.id, ...by }, now);
  await addJob(context, tx, {
    kind: eraseJob,
    payload: { userId: user.id },
    runAt: new Date(now.getTime() + eraseAfterMs),
  });
  tx.afterCommit(async () => {
    context.sessions.forget(ended);
    await context.forgotten?.note({ kind: 'account', userId: user.id }, now);
  });
}

/** What names a person or lets one in. */
const removals = [
  sql`delete from auth.identifier`,
  sql`delete from auth.credential`,
  sql`delete from auth.totp`,
  sql`delete from auth.backup_code`,
  sql`delete from auth.device`,
  sql`delete from auth.link`,
  sql`delete from auth.code`,
  sql`delete from auth.federated_identity`,
  sql`delete from auth.picture`,
];
