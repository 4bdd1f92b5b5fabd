import { createHash } from 'node:crypto';
import type { ImportChoicesShape, ImportPreview } from '@stint/domain/api/gateway/imports.ts';
import { AppError } from '@stint/domain/errors.ts';
import { isTimeZone } from '@stint/domain/time/zone.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { fieldError } from '../shared/sql-json.ts';
import { makePlan, type Plan } from './plan.ts';
import { type ImportRow, type Refusal, readFileBytes, replaceRefusals } from './queries.ts';
import type { FileChoices } from './reading/read-file.ts';
import {
  closedLines,
  dropBatch,
  findClosed,
  joiningLines,
  placeLines,
  recogniseLines,
  type Staged,
  stageFile,
  type Tally,
  tally,
} from './staging.ts';

/** Who looks at a file, and where. */
export type Looker = {
  database: Database;
  tenantId: string;
  /** The clock of the workspace, where none was chosen. */
  timeZone: string;
  /** Days up to this one are locked. */
  lockOn: string | null;
  callerID: string;
};

/** What a file comes to, worked out in one transaction. */
export type Prepared = { plan: Plan; counts: Tally; closed: Refusal[] };

const MOST_SHOWN = 50;
export const timeoutMs = 10 * 60_000;

/** @throws AppError `file_invalid`, `reference_invalid`, `state_conflict` while the file has not arrived */
export async function previewImport(
  looker: Looker,
  row: ImportRow,
  choices: ImportChoicesShape,
): Promise<ImportPreview> {
  const { database, tenantId } = looker;
  const staged = await stage(looker, row, choices);
  try {
    return await database.withTenant(
      tenantId,
      async (tx) => {
        const prepared = await prepare(tx, looker, staged, { choices });
        const refused = [...staged.refused, ...prepared.closed].sort((a, b) => a.line - b.line);
        await replaceRefusals(tx, tenantId, row.id, refused);
        return toPreview({ looker, row, staged, choices }, prepared, refused);
      },
      { attempts: 1, statementTimeoutMs: timeoutMs },
    );
  } finally {
    await dropBatch(database, staged.batchId);
  }
}

/** @throws AppError `state_conflict` while the file has not arrived */
export async function stage(
  { database, tenantId, timeZone }: Pick<Looker, 'database' | 'tenantId' | 'timeZone'>,
  row: ImportRow,
  choices: ImportChoicesShape,
  step?: (lines: number) => Promise<void>,
): Promise<Staged & { fileHash: string }> {
  if (row.receivedBytes < row.sizeBytes)
    throw new AppError('state_conflict', {
      message: `Only ${row.receivedBytes} of ${row.sizeBytes} bytes of this file have arrived. Send the rest first.`,
    });
  const bytes = await readFileBytes(database, tenantId, row);
  const fileHash = createHash('sha256').update(bytes).digest('hex');
  return {
    ...(await stageFile(database, { bytes, choices: readChoices(choices, timeZone) }, step)),
    fileHash,
  };
}

function readChoices(choices: ImportChoicesShape, ofWorkspace: string): FileChoices {
  const { system, encoding, separator, dateOrder, decimal, style, columns } = choices;
  const timeZone = choices.timeZone ?? ofWorkspace;
  if (!isTimeZone(timeZone))
    throw fieldError(
      'validation_failed',
      'choices.timeZone',
      'This time zone is not known. Choose one such as Europe/Zurich.',
    );
  const given = { system, encoding, separator, dateOrder, decimal, style, columns };
  return {
    timeZone,
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as object),
  };
}

/** Plans and marks the lines of a batch; what is new, known, changed or closed stands beside each of them. */
export async function prepare(
  tx: Transaction,
  { tenantId, lockOn, callerID }: Pick<Looker, 'tenantId' | 'lockOn' | 'callerID'>,
  { batchId, names, facts }: Staged,
  { choices, hold }: { choices: ImportChoicesShape; hold?: (plan: Plan) => Promise<void> },
): Promise<Prepared> {
  const plan = await makePlan(tx, tenantId, { names, catalogue: facts.catalogue, choices, callerID });
  await placeLines(tx, batchId, plan);
  await joiningLines(tx, facts.lines, () => recogniseLines(tx, tenantId, batchId));
  await hold?.(plan);
  const counts = await joiningLines(tx, facts.lines, async () => {
    await findClosed(tx, tenantId, batchId, lockOn);
    return tally(tx, tenantId, batchId);
  });
  return { plan, counts, closed: await closedLines(tx, batchId) };
}

type Looked = { looker: Looker; row: ImportRow; staged: Staged; choices: ImportChoicesShape };

function toPreview(
  { looker, row, staged, choices }: Looked,
  { plan, counts }: Prepared,
  refused: Refusal[],
): ImportPreview {
  const { facts, names } = staged;
  const { evidence, reading } = facts;
  const { created, known, changed, alike, minutes } = counts;
  return {
    importID: row.id,
    fileName: row.fileName,
    kind: facts.kind,
    system: facts.system,
    formatName: facts.formatName,
    timeZone: choices.timeZone ?? looker.timeZone,
    encoding: facts.encoding,
    separator: facts.separator,
    heads: facts.heads,
    columns: facts.columns,
    dateOrder: { ...evidence.dateOrder, value: reading.dateOrder },
    otherOrder: evidence.otherOrder,
    clock: evidence.clock,
    decimal: { ...evidence.decimal, value: reading.decimal },
    style: { ...evidence.style, value: reading.style },
    questions: questionsOf(staged, choices),
    currencies: facts.currencies,
    firstDay: names.firstDay,
    lastDay: names.lastDay,
    fileMinutes: facts.minutes,
    fileSeconds: facts.seconds,
    counts: { lines: facts.lines, created, known, changed, refused: refused.length, alike, minutes },
    ...plan.shown,
    makes: {
      people: plan.makes.people.length,
      clients: plan.makes.clients.length,
      projects: plan.makes.projects.length,
      activities: plan.makes.activities.length,
      tags: plan.makes.tags.length,
    },
    refused: refused
      .slice(0, MOST_SHOWN)
      .map(({ line, code, column, value }) => ({ line, code, column, value })),
  };
}

/** What nobody can tell from the file: a guess would move days or multiply hours. */
export function questionsOf(
  { facts }: Pick<Staged, 'facts'>,
  choices: ImportChoicesShape,
): ImportPreview['questions'] {
  const { columns, evidence, lines, catalogue } = facts;
  const hasTime =
    (columns.date ?? columns.start) !== undefined && (columns.duration ?? columns.end) !== undefined;
  if (!hasTime) return catalogue.projects.length + catalogue.clients.length > 0 ? [] : ['columns'];
  if (lines === 0) return [];
  return [
    ...(evidence.dateOrder.isSure || choices.dateOrder ? [] : (['dateOrder'] as const)),
    ...(evidence.style.isSure || choices.style || facts.goesBySpan ? [] : (['style'] as const)),
  ];
}
