import { AppError } from '@stint/domain/errors.ts';
import pg from 'pg';
import type { Transaction } from '../../platform/database.ts';
import { join, raw, sql } from '../../platform/sql.ts';
import { readParts } from '../long-work/parts.ts';
import type { LongWork } from '../long-work/run.ts';
import { type TenantTable, tenantTablesByName } from '../shared/tenant-tables.ts';
import { countWorkspace } from '../totals/weeks.ts';
import { leftOut, type Manifest } from './format.ts';
import { prepareMembers, setApprovers } from './members.ts';
import { readTotals } from './queries.ts';
import { type FileTable, invalid, readWorkspace } from './read-workspace.ts';

const timeoutMs = 10 * 60_000;

/**
 * Fills an empty workspace from a zip: all rows or none, in one transaction, and only when entries and minutes agree with
 * the manifest afterwards.
 * @throws AppError `file_invalid`, `state_conflict` when the workspace is not empty
 */
export async function importWorkspace(work: LongWork): Promise<void> {
  const { database, clock, tenantId } = work;
  const known = await tenantTablesByName(database);
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
    union all select 1 from app.standard_rate where tenant_id = ${tenantId}
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
  let rowsDone = 0;
  const people: string[] = [];
  const manifest = await readWorkspace(
    readParts(database, tenantId, id),
    known,
    async ({ manifest: { tables }, table, lines }) => {
      await insertRows(tx, work, table, lines);
      if (table.name === 'team_member') people.push(...lines);
      rowsDone += lines.length;
      await work.step(
        rowsDone,
        tables.reduce((sum, { rows }) => sum + rows, 0),
      );
    },
  );
  await setApprovers(tx, tenantId, `[${people.join(',')}]`);
  return manifest;
}

function pickTotals({ totals }: Manifest) {
  return { entries: totals?.entries, minutes: totals?.minutes, billableMinutes: totals?.billableMinutes };
}

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
