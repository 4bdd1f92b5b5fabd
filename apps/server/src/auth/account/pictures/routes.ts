import { AppError } from '@stint/domain/errors.ts';
import type { FastifyInstance } from 'fastify';
import { providerUrl } from '../../../config.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import { rewritePng } from '../../../platform/png.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { requireSelf } from '../../mechanisms/access/own-user.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { notePerson } from '../../model/users/note-person.ts';
import { ownRecord } from '../own-record.ts';

/** A picture of a person is kept square and small, in points. */
const PICTURE_SIZE = 256;
const isPictureSize = (width: number, height: number) => width === PICTURE_SIZE && height === PICTURE_SIZE;

/** The own picture: written anew by us and served by us, whatever was sent (security 11). */
export function pictureRoutes(context: AuthContext): HandlersOf<'PUT /self/picture'> {
  return {
    async 'PUT /self/picture'({ body }, caller) {
      const user = await requireSelf(context, caller);
      const png = rewritePng(Buffer.from(body.png, 'base64'), isPictureSize);
      if (!png) {
        throw new AppError('file_invalid', {
          message: 'This picture could not be read. Send a PNG of 256 by 256 points, as a canvas writes it.',
        });
      }
      const now = context.clock.now();
      const id = newId();
      await context.database.transaction(async (tx) => {
        const { rootTenantId, mode } = user;
        await tx.run(sql`delete from auth.picture where user_id = ${user.id}`);
        await tx.run(sql`insert into auth.picture (id, root_tenant_id, mode, user_id, png, created_at)
          values (${id}, ${rootTenantId}, ${mode}, ${user.id}, ${png}, ${now})`);
        await tx.run(sql`update auth.user_account
          set image = ${`${providerUrl(context.config)}pictures/${id}`}, updated_at = ${now}
          where root_tenant_id = ${rootTenantId} and mode = ${mode} and id = ${user.id}`);
        const event = { realm: user, userId: user.id, address: caller.client.fullAddress };
        const detail = { fields: ['picture'] };
        await audit(
          tx,
          { ...event, action: 'user.changed', detail, requestId: caller.client.requestId },
          now,
        );
        await notePerson(tx, user.id, 'update');
      });
      return ownRecord(context, caller);
    },
  };
}

const aYearSeconds = 365 * 24 * 60 * 60;

/** GET `/pictures/{id}`: a new picture has a new address, so that one may be kept for good. */
export function installPictures(app: FastifyInstance, { database }: AuthContext): void {
  app.get('/pictures/:id', async ({ params }, reply) => {
    const { id } = params as { id: string };
    const row = isUuid(id)
      ? await database.maybeOne<{ png: Buffer }>(sql`select png from auth.picture where id = ${id}`)
      : null;
    if (!row) throw new AppError('not_found');
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', `public, max-age=${aYearSeconds}, immutable`)
      .send(row.png);
  });
}
