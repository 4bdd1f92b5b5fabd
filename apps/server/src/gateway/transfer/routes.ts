import { Readable } from 'node:stream';
import type { transferRoutes } from '@stint/domain/api/gateway/transfer.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { zipStreamOf } from '../../platform/raw-body.ts';
import { requireStepUp } from '../access/step-up.ts';
import type { GatewayDeps, MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { enqueue } from '../jobs/queue.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { requireEmpty } from './import.ts';
import {
  getTransfer,
  insertPart,
  insertTransfer,
  partBytes,
  readParts,
  type TransferRow,
} from './queries.ts';

type Deps = Pick<GatewayDeps, 'clock'>;

const keptMs = 24 * 60 * 60_000;
const maxZipBytes = 64 * 1024 * 1024;

/** Handlers of a whole workspace moving out and in. */
export function createTransferHandlers(deps: Deps): FeatureHandlers<typeof transferRoutes> {
  return {
    'POST /Workspace/Exports': async (_, context) => {
      requireStepUp(context.identity, context.info.now);
      return context.database.withTenant(context.tenantId, (tx) =>
        begin(deps, tx, context, { id: newId(), kind: 'export' }),
      );
    },
    'GET /Workspace/Exports/:id': async ({ params }, { database, tenantId }) =>
      toWire(await database.withTenant(tenantId, (tx) => getTransfer(tx, tenantId, params.id))),
    'GET /Workspace/Exports/:id/File': async ({ params }, context, { reply }) => {
      const { database, tenantId, workspace, info } = context;
      const transfer = await database.withTenant(tenantId, (tx) => getTransfer(tx, tenantId, params.id));
      if (transfer.kind !== 'export' || transfer.status !== 'done') throw new AppError('state_conflict');
      if (info.now.getTime() - transfer.createdAt.getTime() > keptMs) throw new AppError('gone');
      reply
        .type('application/zip')
        .header(
          'content-disposition',
          `attachment; filename="${workspace.slug}-${transfer.createdAt.toISOString().slice(0, 10)}.zip"`,
        )
        .header('content-length', String(transfer.sizeBytes));
      return Readable.from(readParts(database, tenantId, params.id));
    },
    'POST /Workspace/Imports': async (_, context, { request }) => {
      const { database, tenantId } = context;
      const zip = zipStreamOf(request);
      return database.withTenant(
        tenantId,
        async (tx) => {
          await requireEmpty(tx, tenantId);
          const id = newId();
          const queued = await begin(deps, tx, context, { id, kind: 'import' });
          await storeZip(tx, tenantId, id, zip);
          return queued;
        },
        { attempts: 1 },
      );
    },
  };
}

async function begin(
  { clock }: Deps,
  tx: Transaction,
  context: MemberContext,
  { id, kind }: Pick<TransferRow, 'id' | 'kind'>,
) {
  const { tenantId, info, identity } = context;
  await insertTransfer(tx, tenantId, {
    id,
    kind,
    createdBy: identity.userUuid,
    now: info.now,
    sizeBytes: null,
  });
  await writeAudit(tx, auditSource(context), [{ entity: 'workspace', entityId: tenantId, action: kind }]);
  await enqueue(tx, clock, {
    kind: `workspace.${kind}`,
    tenantId,
    payload: { transferId: id },
    key: `transfer:${id}`,
  });
  return toWire(await getTransfer(tx, tenantId, id));
}

/** Keeps an uploaded zip in parts. @throws AppError `payload_too_large` over 64 MiB (security 11) */
async function storeZip(tx: Transaction, tenantId: string, id: string, zip: Readable): Promise<void> {
  let [waiting, size, part] = [Buffer.alloc(0), 0, 0];
  for await (const chunk of zip as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxZipBytes) throw new AppError('payload_too_large');
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting.length < partBytes) continue;
    await insertPart(tx, tenantId, id, { part: part++, bytes: waiting });
    waiting = Buffer.alloc(0);
  }
  if (waiting.length > 0) await insertPart(tx, tenantId, id, { part, bytes: waiting });
  if (size === 0) throw new AppError('file_invalid');
}

function toWire(row: TransferRow) {
  return {
    transferID: row.id,
    kind: row.kind,
    status: row.status,
    rowsDone: row.rowsDone,
    rowsTotal: row.rowsTotal,
    totals: row.totals,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    sizeBytes: row.sizeBytes,
  };
}
