import { isUuid } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import { endAccess, endSessions, findSession, raiseAuthzVersion } from '../model/sessions/queries.ts';
import { notePerson } from '../model/users/note-person.ts';
import { listMemberships, type User, userColumns, userTables } from '../model/users/queries.ts';
import { userRecord } from '../model/users/record.ts';
import type { AuthService } from '../service.ts';
import { type Arguments, option, UsageError, word } from './arguments.ts';
import { requirePerson, requireTenant } from './named-in-command.ts';

export async function findPeople({ context }: AuthService, args: Arguments) {
  const text = word(args, 0, 'A text');
  const tenantId = option(args, 'tenant');
  const tenant = tenantId ? await requireTenant(context, tenantId) : null;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const users = await context.database.rows<User>(sql`select ${userColumns} from ${userTables}
    where u.deleted_at is null and (e.value ilike ${pattern} or n.value ilike ${pattern} or u.name ilike ${pattern}
        or u.id::text = ${text.toLowerCase()} or p.value = ${text})
      and (${tenant?.id ?? null}::uuid is null or exists (select 1 from auth.membership m
        where m.tenant_id = ${tenant?.id ?? null}::uuid and m.user_id = u.id))
    order by u.number limit 100`);
  return users.map(({ id, number, email, username, name, mode, isLocked, lastActiveAt }) => ({
    userUuid: id,
    userId: number,
    email,
    username,
    name,
    mode,
    locked: isLocked,
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
  }));
}

export async function showUser({ context }: AuthService, args: Arguments) {
  const user = await requirePerson(context, word(args, 0, 'The user'));
  const root = await context.tenants.requireById(user.rootTenantId);
  return { ...userRecord(user, root, await listMemberships(context.database, user.id)) };
}

export async function setLocked({ context }: AuthService, args: Arguments, isLocked: boolean) {
  const user = await requirePerson(context, word(args, 0, 'The user'));
  const now = context.clock.now();
  const ended = await context.database.transaction(async (tx) => {
    await tx.run(
      sql`update auth.user_account set is_locked = ${isLocked}, updated_at = ${now} where id = ${user.id}`,
    );
    await notePerson(tx, user.id, 'update');
    await raiseAuthzVersion(tx, user, user.id, now);
    const ids = isLocked ? await endAccess(tx, user.id, { reason: 'admin', now }) : [];
    const detail = { fields: ['locked'], locked: isLocked };
    await audit(
      tx,
      { action: 'user.changed', realm: user, userId: user.id, actorKind: 'system', actorId: 'cli', detail },
      now,
    );
    return ids;
  });
  return { userUuid: user.id, locked: isLocked, sessionsEnded: ended.length };
}

export async function listUserSessions({ context }: AuthService, args: Arguments) {
  const user = await requirePerson(context, word(args, 0, 'The user'));
  return context.database.rows<
    Record<string, unknown>
  >(sql`select s.id as "sessionId", t.public_id as "tenantId",
      s.device, s.address, array_to_string(s.amr, ' ') as factors, s.last_used_at as "lastUsedAt"
    from auth.session s join auth.tenant t on t.id = s.tenant_id
    where s.user_id = ${user.id} and s.ended_at is null and s.idle_expires_at > ${context.clock.now()}
    order by s.last_used_at desc`);
}

export async function endUserSessions({ context }: AuthService, args: Arguments) {
  const userId = option(args, 'user');
  const user = userId ? await requirePerson(context, userId) : null;
  const id = user ? null : word(args, 0, 'The session');
  const session = id && isUuid(id) ? await findSession(context.database, id) : null;
  if (!user && !session) throw new UsageError(`There is no session ${id}.`);
  const now = context.clock.now();
  const which = user ? sql`s.user_id = ${user.id}` : sql`s.family_id = ${session?.familyId}`;
  const ended = await context.database.transaction(async (tx) => {
    const ids = await endSessions(tx, which, 'admin', now);
    const realm = user ?? session;
    if (realm) {
      const whose = user?.id ?? session?.userId ?? null;
      await audit(
        tx,
        {
          action: 'session.ended',
          realm,
          userId: whose,
          actorKind: 'system',
          actorId: 'cli',
          detail: { sessions: ids },
        },
        now,
      );
    }
    return ids;
  });
  return { ended: ended.length, sessions: ended };
}
