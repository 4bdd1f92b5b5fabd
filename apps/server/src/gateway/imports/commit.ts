import type { ImportChoicesShape } from '@stint/domain/api/gateway/imports.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { LongWork } from '../long-work/run.ts';
import { writeAudit } from '../shared/audit.ts';
import { holdChosen } from '../shared/chosen.ts';
import { bumpCatalog } from '../shared/sql-json.ts';
import { makeNamed, makePeople } from './make.ts';
import { chosenBy, type Plan, requireUnchanged } from './plan.ts';
import { type Prepared, prepare, questionsOf, stage, timeoutMs } from './preview.ts';
import { endImport, getImport, replaceRefusals } from './queries.ts';
import { dropBatch, holdWeeks, joiningLines, type Staged } from './staging.ts';
import { type Taking, takeLines } from './take.ts';

type ImportRequest = { importID: string; choices: ImportChoicesShape };

/**
 * Takes a file over, all of it or nothing: its lines arrive in the staging table, and one transaction looks at them again,
 * makes what is missing and turns them into entries.
 * @throws AppError `state_conflict` where something is to be decided first
 */
export async function runImport(work: LongWork): Promise<void> {
  const { importID, choices } = work.request as ImportRequest;
  const { database, tenantId } = work;
  const { row, settings } = await database.withTenant(tenantId, async (tx) => ({
    row: await getImport(tx, tenantId, importID),
    settings: await tx.one<{ timeZone: string; lockOn: string | null }>(
      sql`select time_zone as "timeZone", lock_on as "lockOn" from app.tenant where tenant_id = ${tenantId}`,
    ),
  }));
  const { timeZone, lockOn } = settings;
  const staged = await stage({ database, tenantId, timeZone }, row, choices, (lines) => work.step(lines, 0));
  try {
    requireAnswers(questionsOf(staged, choices));
    const total = staged.facts.lines;
    await work.step(total, total);
    await database.withTenant(
      tenantId,
      async (tx) => {
        const looker = { tenantId, lockOn, callerID: work.actor.teamMemberID };
        const hold = (plan: Plan) => holdPlaces(tx, work, plan, staged);
        const prepared = await prepare(tx, looker, staged, { choices, hold });
        const refused = [...staged.refused, ...prepared.closed];
        await replaceRefusals(tx, tenantId, importID, refused);
        requireNone(refused.length, choices);
        const taking = takingOf(work, { importID, choices }, staged);
        const counts = await take(tx, taking, prepared);
        const end = {
          counts: { ...counts, lines: total, refused: refused.length },
          made: madeBy(prepared.plan),
          source: staged.facts.system,
          fileHash: staged.fileHash,
          now: work.clock.now(),
        };
        await endImport(tx, tenantId, importID, end);
        await work.finish({ rows: prepared.counts.created, result: end.counts }, tx);
      },
      { attempts: 1, statementTimeoutMs: timeoutMs },
    );
  } finally {
    await dropBatch(database, staged.batchId);
  }
}

function takingOf(
  work: LongWork,
  { importID, choices }: ImportRequest,
  { batchId, facts: { lines } }: Staged,
): Taking {
  const { tenantId, createdBy: userId } = work;
  const { takeChanged = false, closeBefore = null } = choices;
  return { tenantId, importID, batchId, lines, userId, takeChanged, closeBefore, now: work.clock.now() };
}

/** Whose weeks and what they are of has to be there before the weeks can be held. */
async function holdPlaces(
  tx: Transaction,
  work: LongWork,
  plan: Plan,
  { batchId, facts }: Staged,
): Promise<void> {
  const now = work.clock.now();
  await makePeople(tx, work.tenantId, plan.makes.people, now);
  await holdChosen(tx, work.tenantId, chosenBy(plan));
  await joiningLines(tx, facts.lines, () => holdWeeks(tx, work.tenantId, batchId, now));
  await requireUnchanged(tx, work.tenantId, plan);
}

async function take(
  tx: Transaction,
  taking: Taking,
  { plan, counts }: Prepared,
): Promise<Record<string, number>> {
  const { tenantId, importID, now } = taking;
  await makeNamed(tx, tenantId, plan.makes, now);
  await takeLines(tx, taking, plan);
  await bumpCatalog(tx, tenantId);
  const { created, known, alike, minutes } = counts;
  const changed = taking.takeChanged ? counts.changed : 0;
  const source = { tenantId, at: now, actorId: taking.userId, actorKind: 'member' as const };
  await writeAudit(tx, source, [
    { entity: 'import', entityId: importID, action: 'imported', after: { created, changed, known, minutes } },
  ]);
  return { created, known, changed, alike, minutes };
}

function requireAnswers(questions: readonly string[]): void {
  if (questions.length === 0) return;
  throw new AppError('state_conflict', {
    message: `This cannot be told from the file: ${questions.join(', ')}. Choose it in the preview, then import.`,
  });
}

function requireNone(refused: number, { leaveOutRefused }: ImportChoicesShape): void {
  if (refused === 0 || leaveOutRefused) return;
  throw new AppError('state_conflict', {
    message: `${refused} lines cannot be taken. Mend them in the file, or choose to leave them out. Nothing was imported.`,
  });
}

function madeBy({ makes }: Plan) {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return {
    people: ids(makes.people),
    clients: ids(makes.clients),
    projects: ids(makes.projects),
    activities: ids(makes.activities),
    tags: ids(makes.tags),
  };
}
