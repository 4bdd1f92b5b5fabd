import type { longWorkRoutes } from '@stint/domain/api/gateway/long-work.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Queryable } from '../../platform/database.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { takeBack } from '../jobs/queue.ts';
import type { Answer } from '../shared/answer.ts';
import { tellTotal } from '../shared/list.ts';
import { jobKeyOf } from './begin.ts';
import { fileUntil, sendFile } from './file.ts';
import { findMaker, requireSameReach } from './maker.ts';
import { getLongWork, type LongWorkRow, listLongWork, markCancelled } from './queries.ts';

/** What a person has under way, and what came of it. */
export function longWorkHandlers({
  standings,
}: Pick<GatewayParts, 'standings'>): FeatureHandlers<typeof longWorkRoutes> {
  return {
    'GET /LongWork': async (_input, { database, tenantId, identity, info }, http) => {
      const rows = await database.withTenant(tenantId, (tx) => listLongWork(tx, tenantId, identity.userUuid));
      tellTotal(http, rows[0]?.total ?? 0);
      return rows.map((row) => toWire(row, info.now));
    },
    'GET /LongWork/:id': async ({ params }, context) =>
      toWire(
        await context.database.withTenant(context.tenantId, (tx) => getOwn(tx, context, params.id)),
        context.info.now,
      ),
    'POST /LongWork/:id/Cancel': async ({ params }, context) => {
      const { database, tenantId, info } = context;
      return database.withTenant(tenantId, async (tx) => {
        await getOwn(tx, context, params.id);
        await markCancelled(tx, tenantId, params.id, info.now);
        await takeBack(tx, tenantId, jobKeyOf(params.id));
        return toWire(await getOwn(tx, context, params.id), info.now);
      });
    },
    'GET /LongWork/:id/File': async ({ params }, context, http) => {
      const { database, tenantId, info } = context;
      const work = await database.withTenant(tenantId, (tx) => getOwn(tx, context, params.id));
      if (work.ability !== null) {
        const now = await findMaker(standings, (ask) => database.withTenant(tenantId, ask), {
          ...work,
          tenantId,
        });
        requireSameReach(now, { ability: work.ability, madeAs: work.madeAs });
      }
      return sendFile(http, { database, tenantId, now: info.now }, work);
    },
  };
}

/** @throws AppError `not_found`, the same for another person's as for none */
async function getOwn(
  tx: Queryable,
  { tenantId, identity }: MemberContext,
  id: string,
): Promise<LongWorkRow> {
  const row = await getLongWork(tx, tenantId, id);
  if (row.createdBy !== identity.userUuid) throw new AppError('not_found');
  return row;
}

export function toWire(row: LongWorkRow, now: Date): Answer<'GET /LongWork/:id'> {
  const until = fileUntil(row);
  const isKept = until !== null && now < until;
  return {
    longWorkID: row.id,
    kind: row.kind,
    status: row.status,
    rowsDone: row.rowsDone,
    rowsTotal: row.rowsTotal,
    result: row.result,
    error: row.error,
    errorCode: row.errorCode,
    fileName: row.status === 'done' && !isKept ? null : row.fileName,
    sizeBytes: row.sizeBytes,
    fileUntil: isKept ? until.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
