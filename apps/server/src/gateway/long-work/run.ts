import { AppError } from '@stint/domain/errors.ts';
import type { Actor } from '@stint/domain/workspace/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { HopelessJobError, type Job } from '../../platform/queue/job.ts';
import type { Standings } from '../access/standings.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { type AskTenant, findMaker, type MadeAs, requireSameReach } from './maker.ts';
import { createPartWriter, insertPartOf, type PartWriter } from './parts.ts';
import {
  claimLongWork,
  type LongWorkRow,
  markDone,
  markFailed,
  noteMadeAs,
  noteProgress,
  type Outcome,
  type Run,
  removeParts,
} from './queries.ts';

/** Some long work under way. It begins anew after a crash, so nothing of it may count before `finish`. */
export type LongWork = {
  tenantId: string;
  id: string;
  database: Database;
  clock: Clock;
  /** What was asked for, as it was begun. */
  request: unknown;
  /** Whoever began it, with the rights of now: only what they may see and do. */
  actor: Actor;
  createdBy: string;
  createdAt: Date;
  /**
   * Says how far it is, and looks whether it is still wanted; to be called again and again, it costs next to nothing.
   * @throws StoppedWork to be let through: it was cancelled or taken over
   * @throws AppError `forbidden` when its maker lost the right to it
   */
  step(rowsDone: number, rowsTotal: number): Promise<void>;
  /** A new file; what an earlier run wrote of it is gone. */
  openFile(): Promise<PartWriter>;
  /** The end of it, once, in the transaction of what it changes where it changes something. @throws StoppedWork */
  finish(outcome: Outcome, tx?: Queryable): Promise<void>;
};

/** Does one kind of long work. What an `AppError` says is told to whoever asked; anything else is tried again. */
export type DoLongWork = (work: LongWork) => Promise<void>;

/** Thrown where some work is nobody's any more. */
class StoppedWork extends Error {}

/** Whoever waits is not left waiting through the ten tries of an hour that other jobs have. */
const MOST_TRIES = 4;
const betweenStepsMs = 250;

/** The handler of a kind's jobs. */
export function runLongWork(clock: Clock, standings: Standings, perform: DoLongWork): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const run: Run = { tenantId, id: idOf(job), run: newId() };
    const row = await database.withTenant(tenantId, (tx) => claimLongWork(tx, tenantId, run.id, run.run));
    if (!row) return;
    try {
      await perform(await open({ clock, standings, database }, row, run));
    } catch (error) {
      if (error instanceof StoppedWork) return;
      const isOurs = error instanceof AppError && error.status < 500;
      if (!isOurs && job.attempts < MOST_TRIES) throw error;
      const outcome = isOurs
        ? { code: error.code, error: error.message }
        : { code: 'internal', error: 'This did not work several times. Please tell support.' };
      await database.withTenant(tenantId, (tx) => markFailed(tx, run, { ...outcome, now: clock.now() }));
      if (!isOurs) throw new HopelessJobError(error instanceof Error ? error.message : outcome.error);
    }
  };
}

/** 0.1.0 named it otherwise, and its jobs may still wait. */
function idOf({ payload }: Job): string {
  return String(payload['id'] ?? payload['transferId']);
}

type Parts = { clock: Clock; standings: Standings; database: Database };

async function open({ clock, standings, database }: Parts, row: LongWorkRow, run: Run): Promise<LongWork> {
  const { tenantId, id } = run;
  const ability = row.ability ?? (row.kind === 'import' ? 'data.import' : 'data.exportAll');
  const alone: AskTenant = (ask) => database.withTenant(tenantId, ask);
  const behind = async (madeAs: MadeAs | null, askTenant: AskTenant) => {
    const now = await findMaker(standings, askTenant, { ...row, tenantId });
    return requireSameReach(now, { ability, madeAs });
  };
  const madeAs = await behind(null, alone);
  await mustBe(database.withTenant(tenantId, (tx) => noteMadeAs(tx, run, madeAs)));
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    tenantId,
    id,
    database,
    clock,
    request: row.request,
    actor: madeAs.actor,
    createdBy: String(row.createdBy),
    createdAt: row.createdAt,
    async step(rowsDone, rowsTotal) {
      if (performance.now() - lookedAt < betweenStepsMs) return;
      await behind(madeAs, alone);
      await mustBe(database.withTenant(tenantId, (tx) => noteProgress(tx, run, { rowsDone, rowsTotal })));
      lookedAt = performance.now();
    },
    async openFile() {
      await database.withTenant(tenantId, (tx) => removeParts(tx, tenantId, id));
      return createPartWriter((part) =>
        mustBe(database.withTenant(tenantId, (tx) => insertPartOf(tx, run, part))),
      );
    },
    async finish(outcome, given) {
      // Whoever has its rows locked may hold all other connections: in a transaction nothing is asked for a second one.
      const askTenant: AskTenant = given ? (ask) => ask(given) : alone;
      await behind(madeAs, askTenant);
      await askTenant((tx) => mustBe(markDone(tx, run, { ...outcome, now: clock.now() })));
    },
  };
}

/** @throws StoppedWork where a statement of this run found that it is another's, or nobody's */
async function mustBe(isStillOurs: Promise<boolean>): Promise<void> {
  if (!(await isStillOurs)) throw new StoppedWork();
}
