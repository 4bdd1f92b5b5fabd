import { AppError } from '@stint/domain/errors.ts';
import pg from 'pg';
import type { Transaction } from '../../platform/database.ts';
import { join, raw, sql } from '../../platform/sql.ts';
import { readParts } from '../long-work/parts.ts';
import type { LongWork } from '../long-work/run.ts';
import { listTenantTables, type TenantTable } from '../shared/tenant-tables.ts';
import { countWorkspace } from '../totals/weeks.ts';
import { formatName, formatVersion, leftOut, leftOutColumns, type Manifest, tableFile } from './format.ts';
import { prepareMembers, setApprovers } from './members.ts';
import { readTotals } from './queries.ts';
import { readLines, readZip } from './zip-reader.ts';

const rowsPerInsert = 1000;
const timeoutMs = 10 * 60_000;

/**
 * Fills an empty workspace from a zip: all rows or none, in one transaction, and only when entries and minutes agree with
 * the manifest afterwards.
 * @throws AppError `file_invalid`, `state_conflict` when the workspace is not empty
 */
export async function importWorkspace(work: LongWork): Promise<void> {
  const { database, clock, tenantId } = work;
  const known = new Map((await listTenantTables(database)).map((table) => [table.name, table]));
  try {
    await database.withTenant(
      tenantId,
      async (tx) => {
        await requireEmpty(tx, tenantId);
        await clearDefaults(tx, tenantId, known);
        const manifest = await insertAll(tx, work, known);
        // What the file says of its totals counts for the prices of approved time alone.
        await countWorkspace(tx, tenantId);
        const totals = await readTotals(tx, tenantId);
        if (JSON.stringify(totals) !== JSON.stringify(pickTotals(manifest))) {
          throw invalid('The entries in the file do not add up to the totals of its manifest.');
        }
        await tx.run(sql`update app.tenant set catalog_version = catalog_version + 1, updated_at = ${clock.now()}
          where tenant_id = ${tenantId}`);
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
        await work.finish({ result: totals, rows }, tx);
      },
      { attempts: 1, statementTimeoutMs: timeoutMs },
    );
  } catch (error) {
    throw error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
      ? invalid(`A row of the file cannot be stored (${error.message.slice(0, 200)}).`, error)
      : error;
  }
}

/**
 * What an import would replace may only be what a new workspace begins with.
 * @throws AppError `state_conflict` when there is anything that somebody entered
 */
export async function requireEmpty(tx: Transaction, tenantId: string): Promise<void> {
  const row = await tx.maybeOne(sql`select 1 as one from app.timesheet_week where tenant_id = ${tenantId}
    union all select 1 from app.project where tenant_id = ${tenantId}
    union all select 1 from app.client where tenant_id = ${tenantId}
    union all select 1 from app.tag where tenant_id = ${tenantId}
    union all select 1 from app.member_rate where tenant_id = ${tenantId}
    union all select 1 from app.holiday where tenant_id = ${tenantId}
    union all select 1 from app.timer where tenant_id = ${tenantId}
    union all select 1 from app.timer_draft where tenant_id = ${tenantId}
    union all select 1 from app.saved_report where tenant_id = ${tenantId}
    union all select 1 from app.activity a join app.tenant t on t.tenant_id = ${tenantId}
      where a.tenant_id = ${tenantId} and (a.version > 1 or a.created_at > t.created_at) limit 1`);
  if (!row) return;
  throw new AppError('state_conflict', {
    message:
      'A workspace can be filled from a zip only while it has no clients, projects and hours, and no activities, tags, rates, holidays or saved reports of its own. Create a new workspace for it.',
  });
}

/** What every new workspace begins with makes room for what the file brings. */
async function clearDefaults(
  tx: Transaction,
  tenantId: string,
  known: Map<string, TenantTable>,
): Promise<void> {
  const kept = new Set([
    'tenant',
    'team_member',
    'audit_event',
    'week_snapshot',
    'week_transition',
    ...leftOut,
  ]);
  for (const name of [...known.keys()].reverse()) {
    if (!kept.has(name)) await tx.run(sql`delete from ${raw(`app.${name}`)} where tenant_id = ${tenantId}`);
  }
}

async function insertAll(
  tx: Transaction,
  work: LongWork,
  known: Map<string, TenantTable>,
): Promise<Manifest> {
  const { database, tenantId, id } = work;
  let manifest: Manifest | null = null;
  let text = '';
  const seen = new Map<string, number>();
  let rowsDone = 0;
  const people: string[] = [];
  for await (const { file, lines } of readLines(readZip(readParts(database, tenantId, id)), rowsPerInsert)) {
    if (file === 'manifest.json') {
      text += lines.join('\n');
      continue;
    }
    manifest ??= parseManifest(text, known);
    const table = manifest.tables.find((other) => other.file === file);
    if (!table) throw invalid(`${file} is not in the manifest.`);
    await insertRows(tx, work, table, lines);
    if (table.name === 'team_member') people.push(...lines);
    seen.set(table.name, (seen.get(table.name) ?? 0) + lines.length);
    rowsDone += lines.length;
    await work.step(
      rowsDone,
      manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    );
  }
  manifest ??= parseManifest(text, known);
  await setApprovers(tx, tenantId, `[${people.join(',')}]`);
  for (const { name, rows } of manifest.tables) {
    if ((seen.get(name) ?? 0) !== rows)
      throw invalid(`${tableFile(name)} has another number of rows than the manifest says.`);
  }
  return manifest;
}

/** Names in a manifest become part of SQL, so each has to be one that this database knows. */
function parseManifest(text: string, known: Map<string, TenantTable>): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch (cause) {
    throw invalid('The zip does not begin with a manifest.', cause);
  }
  if (manifest.format !== formatName || !Array.isArray(manifest.tables))
    throw invalid('This is not the zip of a workspace.');
  if (manifest.formatVersion !== formatVersion)
    throw invalid(`Version ${manifest.formatVersion} of the format is not known here.`);
  for (const { name, columns, file, rows } of manifest.tables) {
    const table = known.get(name);
    const hidden = leftOutColumns[name] ?? [];
    const isKnown = (column: string) =>
      table?.columns.includes(column) && column !== 'tenant_id' && !hidden.includes(column);
    if (!table || leftOut.has(name) || file !== tableFile(name))
      throw invalid(`The table ${String(name)} is not known here.`);
    if (!Array.isArray(columns) || !columns.every(isKnown))
      throw invalid(`The columns of ${name} are not known here.`);
    if (!Number.isInteger(rows) || rows < 0) throw invalid(`The number of rows of ${name} is missing.`);
  }
  return manifest;
}

function pickTotals({ totals }: Manifest) {
  return { entries: totals?.entries, minutes: totals?.minutes, billableMinutes: totals?.billableMinutes };
}

type FileTable = Manifest['tables'][number];

async function insertRows(
  tx: Transaction,
  { tenantId, id }: Pick<LongWork, 'tenantId' | 'id'>,
  table: FileTable,
  lines: string[],
): Promise<void> {
  const json = `[${lines.join(',')}]`;
  if (table.name === 'tenant') return updateSettings(tx, tenantId, table.columns, json);
  const target = raw(`app.${table.name}`);
  const rows = table.name === 'team_member' ? await prepareMembers(tx, tenantId, json) : json;
  const values = table.columns.map((column) => columnValue(table.name, column, id));
  const inserted = await tx.rows(sql`insert into ${target} (tenant_id, ${raw(table.columns.join(', '))})
    select ${tenantId}::uuid, ${join(values)} from json_populate_recordset(null::${target}, ${rows}) r returning 1 as one`);
  if (table.name !== 'team_member' && inserted.length !== lines.length)
    throw invalid(`${table.file} has rows that could not be stored.`);
}

/** A file may be written by anybody: what it says about the past is marked as coming from it. */
function columnValue(table: string, column: string, workId: string) {
  if (table === 'audit_event' && column === 'request_id') return sql`${`import:${workId}`}`;
  if (table === 'team_member' && column === 'approver_id') return sql`null::uuid`;
  return raw(`r.${column}`);
}

/** The settings of the workspace become those of the file; its name, address and state stay. */
async function updateSettings(
  tx: Transaction,
  tenantId: string,
  columns: string[],
  json: string,
): Promise<void> {
  const own = new Set(['catalog_version', 'updated_at']);
  const pairs = columns.filter((column) => !own.has(column)).map((column) => raw(`${column} = r.${column}`));
  if (pairs.length === 0) return;
  await tx.run(sql`update app.tenant t set ${join(pairs)}
    from json_populate_recordset(null::app.tenant, ${json}) r where t.tenant_id = ${tenantId}`);
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('file_invalid', { message, cause });
}
