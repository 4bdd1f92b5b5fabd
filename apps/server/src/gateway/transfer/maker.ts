import { AppError } from '@stint/domain/errors.ts';
import { roleBehind } from '@stint/domain/workspace/own-credential.ts';
import { type Ability, can } from '@stint/domain/workspace/permissions.ts';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Standings } from '../access/standings.ts';
import { getWorkspace } from '../workspace-lifecycle/queries.ts';
import { getTransfer, type TransferRow } from './queries.ts';

/** Looks whether whoever began may go on; asked again and again while the work runs. @throws AppError `forbidden` */
export type StillAllowed = () => Promise<void>;

const abilities: Record<TransferRow['kind'], Ability> = { export: 'data.exportAll', import: 'data.import' };

/** Work that somebody began stops when they lose the right to it, within 5 s like everything else that is theirs. */
export async function watchMaker(
  standings: Standings,
  database: Database,
  tenantId: string,
  transferId: string,
): Promise<StillAllowed> {
  const { transfer, workspace, maker } = await database.withTenant(tenantId, async (tx) => {
    const transfer = await getTransfer(tx, tenantId, transferId);
    const maker = await tx.maybeOne<{ id: string }>(
      sql`select id from app.team_member where tenant_id = ${tenantId} and user_id = ${transfer.createdBy}`,
    );
    return { transfer, maker, workspace: await getWorkspace(tx, tenantId) };
  });
  return async () => {
    const { standing } = await standings.get(String(transfer.createdBy));
    const role = roleBehind({ kind: 'job', madeAt: transfer.createdAt }, standing, workspace.publicId);
    if (maker && role !== null && can({ teamMemberID: maker.id, role }, abilities[transfer.kind])) return;
    throw new AppError('forbidden', {
      message:
        'Whoever began this may no longer do it, so it was stopped. An owner or admin can begin again.',
    });
  };
}
