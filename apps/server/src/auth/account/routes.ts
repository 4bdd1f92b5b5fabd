import { AppError } from '@stint/domain/errors.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import type { HandlersOf } from '../mechanisms/access/handlers.ts';
import { requireSelf } from '../mechanisms/access/own-user.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import { deleteUser } from '../mechanisms/people/delete.ts';
import { requireUsername } from '../model/users/names.ts';
import { notePerson } from '../model/users/note-person.ts';
import { pictureOf } from '../model/users/picture.ts';
import { setIdentifier } from '../model/users/queries.ts';
import { requireFresh } from '../sign-in/step-up.ts';
import { ownRecord } from './own-record.ts';

type SelfRoutes = HandlersOf<'GET /self' | 'PUT /self' | 'DELETE /self'>;

/** The own record (protocol 7.16). */
export function selfRoutes(context: AuthContext): SelfRoutes {
  return {
    async 'GET /self'(_input, caller) {
      return ownRecord(context, caller);
    },
    async 'PUT /self'({ body }, caller) {
      const user = await requireSelf(context, caller);
      const now = context.clock.now();
      try {
        await context.database.transaction(
          async (tx) => {
            await tx.run(sql`update auth.user_account
              set name = ${body.name === undefined ? user.name : body.name.trim() || null},
                image = ${body.image === undefined ? user.image : pictureOf(body.image)},
                data = ${JSON.stringify(body.data ?? user.data)}, updated_at = ${now}
              where root_tenant_id = ${user.rootTenantId} and mode = ${user.mode} and id = ${user.id}`);
            if (body.image !== undefined)
              await tx.run(sql`delete from auth.picture where user_id = ${user.id}`);
            if (body.username !== undefined) {
              const value = requireUsername(body.username);
              const norm = value.toLowerCase();
              await setIdentifier(tx, user, user.id, {
                kind: 'username',
                value,
                norm,
                confirmedAt: null,
                now,
              });
            }
            const event = { realm: user, userId: user.id, address: caller.client.fullAddress };
            const detail = { fields: Object.keys(body) };
            await audit(
              tx,
              { ...event, action: 'user.changed', detail, requestId: caller.client.requestId },
              now,
            );
            await notePerson(tx, user.id, 'update');
          },
          { attempts: 1 },
        );
      } catch (error) {
        if (isUniqueViolation(error, 'identifier_norm_key')) throw new AppError('username_exists');
        throw error;
      }
      return ownRecord(context, caller);
    },
    async 'DELETE /self'(_input, caller) {
      const user = await requireSelf(context, caller);
      requireFresh(context, caller, user);
      const { fullAddress: address, requestId } = caller.client;
      const by = { actorKind: 'user' as const, actorId: user.id, address, requestId };
      await context.database.transaction((tx) => deleteUser(context, tx, user, by));
      void context.wakeWorkers();
      return { message: 'OK' };
    },
  };
}
