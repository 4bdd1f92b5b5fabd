import { AppError } from '@stint/domain/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { HopelessJobError, type Job, maxAttempts } from '../../platform/queue/job.ts';
import { sql } from '../../platform/sql.ts';
import type { Standings } from '../access/standings.ts';
import type { JobHandler, JobRegion, PeriodicTask } from '../jobs/worker.ts';
import { exportWorkspace } from './export.ts';
import { importWorkspace } from './import.ts';
import { type StillAllowed, watchMaker } from './maker.ts';
import { failTransfer, removeOldParts } from './queries.ts';

const keptMs = 24 * 60 * 60_000;

type Work = (options: {
  database: JobRegion['database'];
  clock: Clock;
  tenantId: string;
  transferId: string;
  stillAllowed: StillAllowed;
}) => Promise<void>;

/** The jobs of moving workspaces. What the file itself is to blame for is told to the person and not tried again. */
export function transferJobs(clock: Clock, standings: Standings): Record<string, JobHandler> {
  return {
    'workspace.export': runWith(clock, standings, exportWorkspace),
    'workspace.import': runWith(clock, standings, importWorkspace),
  };
}

function runWith(clock: Clock, standings: Standings, work: Work): JobHandler {
  return async (job: Job, { database }) => {
    const tenantId = String(job.tenantId);
    const transferId = String(job.payload['transferId']);
    try {
      const stillAllowed = await watchMaker(standings, database, tenantId, transferId);
      await stillAllowed();
      await work({ database, clock, tenantId, transferId, stillAllowed });
    } catch (error) {
      const isOurs = error instanceof AppError && error.status < 500;
      if (!isOurs && job.attempts < maxAttempts) throw error;
      const text = isOurs ? error.message : 'This did not work several times. Please tell support.';
      await failTransfer(database, tenantId, transferId, { error: text, now: clock.now() });
      throw new HopelessJobError(error instanceof Error ? error.message : text);
    }
  };
}

/** Zips are kept for a day. */
export function removeOldZips(clock: Clock): PeriodicTask {
  return {
    name: 'old zips',
    everyMs: 60 * 60_000,
    async run({ database }) {
      const before = new Date(clock.now().getTime() - keptMs);
      const tenants = await database.rows<{ tenantId: string }>(
        sql`select tenant_id as "tenantId" from app.workspace_directory`,
      );
      for (const { tenantId } of tenants) {
        await database.withTenant(tenantId, (tx) => removeOldParts(tx, tenantId, before));
      }
    },
  };
}
