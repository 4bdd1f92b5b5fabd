import type { LongWorkKind } from '@stint/domain/api/gateway/long-work.ts';
import type { transferRoutes } from '@stint/domain/api/gateway/transfer.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { zipStreamOf } from '../../platform/raw-body.ts';
import { requireStepUp } from '../access/step-up.ts';
import type { GatewayDeps, MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { beginLongWork, type NewLongWork } from '../long-work/begin.ts';
import { sendFile } from '../long-work/file.ts';
import { storeUpload } from '../long-work/parts.ts';
import { getLongWork, type LongWorkRow } from '../long-work/queries.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { tenantTablesByName } from '../shared/tenant-tables.ts';
import type { Totals } from './format.ts';
import { requireEmpty } from './import.ts';
import { readWorkspace } from './read-workspace.ts';
import { spooled } from './spool.ts';

type Deps = Pick<GatewayDeps, 'clock'>;

const maxZipBytes = 64 * 1024 * 1024;

/** Handlers of a whole workspace moving out and in. */
export function createTransferHandlers(deps: Deps): FeatureHandlers<typeof transferRoutes> {
  return {
    'POST /Workspace/Exports': async (_, context) => {
      requireStepUp(context.identity, context.info.now);
      const name = `${context.workspace.slug}-${context.info.now.toISOString().slice(0, 10)}.zip`;
      return context.database.withTenant(context.tenantId, async (tx) =>
        toWire(
          await begin(deps, tx, context, {
            kind: 'export',
            ability: 'data.exportAll',
            file: { name, contentType: 'application/zip' },
          }),
        ),
      );
    },
    'GET /Workspace/Exports/:id': async ({ params }, { database, tenantId }) =>
      toWire(await database.withTenant(tenantId, (tx) => getTransfer(tx, tenantId, params.id))),
    'GET /Workspace/Exports/:id/File': async ({ params }, { database, tenantId, info }, http) => {
      const work = await database.withTenant(tenantId, (tx) => getTransfer(tx, tenantId, params.id));
      return sendFile(http, { database, tenantId, now: info.now }, work);
    },
    'POST /Workspace/Imports': async (_, context, { request }) => {
      const { database, tenantId } = context;
      const stream = zipStreamOf(request);
      const known = await tenantTablesByName(database);
      // Nobody sends 64 MiB to hear only then that there is no place for them.
      await database.withTenant(tenantId, (tx) => requireEmpty(tx, tenantId));
      return spooled({ stream, mostBytes: maxZipBytes }, (whole) =>
        database.withTenant(
          tenantId,
          async (tx) => {
            await requireEmpty(tx, tenantId);
            const queued = await begin(deps, tx, context, { kind: 'import', ability: 'data.import' });
            // Whoever sends a damaged file hears of it at once; the work reads it again with its rows.
            await readWorkspace(storeUpload(tx, tenantId, queued.id, whole), known, async () => {});
            return toWire(queued);
          },
          { attempts: 1 },
        ),
      );
    },
  };
}

async function begin(
  { clock }: Deps,
  tx: Transaction,
  context: MemberContext,
  work: Omit<NewLongWork, 'alone'>,
): Promise<LongWorkRow> {
  const { tenantId } = context;
  const row = await beginLongWork(clock, tx, context, { ...work, alone: 'workspace' });
  await writeAudit(tx, auditSource(context), [
    { entity: 'workspace', entityId: tenantId, action: work.kind },
  ]);
  return row;
}

const kinds: readonly LongWorkKind[] = ['export', 'import'];

/** A move of the whole workspace: whoever may do it sees every one. @throws AppError `not_found` */
async function getTransfer(tx: Transaction, tenantId: string, id: string): Promise<LongWorkRow> {
  const row = await getLongWork(tx, tenantId, id);
  if (!kinds.includes(row.kind)) throw new AppError('not_found');
  return row;
}

function toWire(row: LongWorkRow) {
  return {
    transferID: row.id,
    kind: row.kind === 'import' ? ('import' as const) : ('export' as const),
    status: row.status,
    rowsDone: row.rowsDone,
    rowsTotal: row.rowsTotal,
    totals: row.result as Totals | null,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    sizeBytes: row.sizeBytes,
  };
}
