import { parseEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { KeyCaller } from '../../mechanisms/access/access.ts';
import { byKey } from '../../mechanisms/access/key-caller.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { isPersonOf, reachOf, requireRoot } from '../../mechanisms/keys/reach.ts';
import { hashNewPassword } from '../../mechanisms/passwords/new-password.ts';
import { replaceEmail } from '../../mechanisms/people/waiting-signups.ts';
import { endAccess, raiseAuthzVersion, tellOfPerson } from '../../model/sessions/queries.ts';
import { requireUsername } from '../../model/users/names.ts';
import { notePerson } from '../../model/users/note-person.ts';
import { pictureOf } from '../../model/users/picture.ts';
import {
  addMembership,
  findUserById,
  findUserByIdentifier,
  insertUser,
  removeIdentifiers,
  setIdentifier,
  type User,
} from '../../model/users/queries.ts';
import type { AdministrationRequest } from '../request.ts';
import { record, recordFor } from './callers.ts';

type Profile = {
  email?: string;
  username?: string | null;
  name?: string | null;
  image?: string | null;
  data?: Record<string, unknown>;
  password?: string;
  locked?: boolean;
};

/** Makes a user for a server. @throws AppError `email_exists`, `username_exists`, `email_format` */
export async function createUser(
  { context, caller, tenant }: AdministrationRequest<KeyCaller>,
  body: Profile & { email: string },
) {
  const parsed = parseEmail(body.email);
  if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
  const owner = { email: parsed.email, name: body.name ?? null, username: body.username ?? null };
  const passwordHash = body.password
    ? await hashNewPassword(context, body.password, { owner, tenant, mode: caller.realm.mode })
    : null;
  const now = context.clock.now();
  const id = await catchTaken(
    context.database.transaction(
      async (tx) => {
        const made = await insertUser(
          tx,
          caller.realm,
          {
            email: { value: parsed.email, norm: parsed.norm, confirmedAt: null },
            username: body.username ? requireUsername(body.username) : null,
            name: body.name ?? null,
            image: pictureOf(body.image ?? null),
            data: body.data ?? {},
            passwordHash,
          },
          now,
        );
        const user = await findUserById(tx, caller.realm, made);
        if (!user) throw new Error('a new user is missing');
        if (tenant.parentId !== null) await addMembership(tx, tenant, user, now);
        await audit(
          tx,
          {
            action: 'user.created',
            realm: caller.realm,
            tenantId: tenant.id,
            userId: made,
            ...byKey(caller),
          },
          now,
        );
        return made;
      },
      { attempts: 1 },
    ),
  );
  const user = await findUserById(context.database, caller.realm, id);
  if (!user) throw new AppError('not_found');
  return record(context, tenant, user);
}

async function catchTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'identifier_norm_key')) throw error;
    const detail = String((error as { detail?: string }).detail ?? '');
    throw new AppError(detail.includes(', username, ') ? 'username_exists' : 'email_exists', {
      type: 'bad_request_error',
    });
  });
}

/**
 * Changes the person that id or address names, or makes one with that address. Only a root tenant's key changes people;
 * who was invited is there and is no second time made.
 * @throws AppError `not_found`, `forbidden`, `email_format`
 */
export async function createOrUpdate(
  context: AuthContext,
  caller: KeyCaller,
  body: Profile & { userId?: number; userUuid?: string },
) {
  const { tenant, key } = caller;
  const { userId, userUuid, ...profile } = body;
  const personId = userUuid ?? (userId === undefined ? null : String(userId));
  if (personId !== null) {
    const named = { tenantId: null, personId, email: null, username: null, to: null };
    const { person } = await reachOf(context, key, 'account', named);
    if (!person) throw new AppError('not_found');
    return updateUser({ context, caller, tenant }, person, profile);
  }
  const parsed = parseEmail(profile.email ?? '');
  if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
  const { email: _named, ...rest } = profile;
  const known = await findUserByIdentifier(context.database, key, ['email'], parsed.norm);
  if (!known) return createUser({ context, caller, tenant }, { ...rest, email: parsed.email });
  if (caller.home.parentId === null) return updateUser({ context, caller, tenant }, known, rest);
  if (await isPersonOf(context.database, key, caller.home, known)) requireRoot(caller.home);
  // Invited: shown as far as the invitation goes. Anybody else's address: refused as any that is taken.
  return recordFor(context, caller, tenant, known).catch((error: unknown) => {
    const isForeign = error instanceof AppError && error.code === 'not_found';
    throw isForeign ? new AppError('email_exists', { type: 'bad_request_error' }) : error;
  });
}

/** Changes a user for a server; missing fields stay. */
export async function updateUser(
  { context, caller, tenant }: AdministrationRequest<KeyCaller>,
  user: User,
  body: Profile,
) {
  const now = context.clock.now();
  await catchTaken(
    context.database.transaction(
      async (tx) => {
        const isLocked = body.locked ?? user.isLocked;
        await tx.run(sql`update auth.user_account set name = ${body.name === undefined ? user.name : body.name},
            image = ${body.image === undefined ? user.image : pictureOf(body.image)},
            data = ${JSON.stringify(body.data ?? user.data)}, is_locked = ${isLocked}, updated_at = ${now}
          where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and id = ${user.id}`);
        await updateNames(tx, user, body, now);
        if (isLocked && !user.isLocked) {
          await raiseAuthzVersion(tx, user, user.id, now);
          const ended = await endAccess(tx, user.id, { reason: 'admin', now });
          tx.afterCommit(() => context.sessions.forget(ended));
        }
        if (!isLocked && user.isLocked) await tellOfPerson(tx, user.id, now);
        const detail = { fields: Object.keys(body).filter((name) => name !== 'password') };
        await audit(
          tx,
          { action: 'user.changed', realm: user, userId: user.id, ...byKey(caller), detail },
          now,
        );
        await notePerson(tx, user.id, 'update');
      },
      { attempts: 1 },
    ),
  );
  return record(context, tenant, (await findUserById(context.database, user, user.id)) ?? user);
}

async function updateNames(tx: Transaction, user: User, body: Profile, now: Date): Promise<void> {
  if (body.email !== undefined) {
    const parsed = parseEmail(body.email);
    if (!parsed.ok) throw new AppError('email_format', { type: 'bad_request_error' });
    const confirmedAt = parsed.norm === user.emailNorm ? user.emailConfirmedAt : null;
    await replaceEmail(tx, user, { value: parsed.email, norm: parsed.norm, confirmedAt }, now);
  }
  if (body.username) {
    const value = requireUsername(body.username);
    await setIdentifier(tx, user, user.id, {
      kind: 'username',
      value,
      norm: value.toLowerCase(),
      confirmedAt: null,
      now,
    });
  } else if (body.username === null) {
    await removeIdentifiers(tx, sql`user_id = ${user.id} and kind = 'username'`);
  }
}
