import type { Transaction } from '../../platform/database.ts';
import { empty, join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { LongWork } from '../long-work/run.ts';
import { listTenantTables, type TenantTable } from '../shared/tenant-tables.ts';
import { getWorkspace } from '../workspace-lifecycle/queries.ts';
import {
  formatName,
  formatVersion,
  leftOut,
  leftOutColumns,
  type Manifest,
  type Totals,
  tableFile,
} from './format.ts';
import { readTotals } from './queries.ts';

const rowsPerFetch = 2000;
const timeoutMs = 10 * 60_000;

/** Writes a workspace into a zip as it was at one moment (repeatable read). */
export async function exportWorkspace(work: LongWork): Promise<void> {
  const { database, clock, tenantId } = work;
  const tables = (await listTenantTables(database))
    .filter(({ name }) => !leftOut.has(name))
    .map(visibleColumns);
  const { ZipWriter } = await import('./zip-writer.ts');
  const file = await work.openFile();
  const outcome = await database.withTenant(
    tenantId,
    async (tx) => {
      await tx.run(sql`set transaction isolation level repeatable read`);
      const counts = await countRows(tx, tenantId, tables);
      const facts = { tables, counts, totals: await readTotals(tx, tenantId), now: clock.now() };
      const writer = new ZipWriter(file);
      writer.startFile('manifest.json');
      await writer.write(JSON.stringify(await describe(tx, tenantId, facts), null, 2));
      const rowsTotal = [...counts.values()].reduce((sum, count) => sum + count, 0);
      let rows = 0;
      for (const table of tables) {
        writer.startFile(tableFile(table.name));
        for await (const lines of readRows(tx, tenantId, table)) {
          await writer.write(lines.map((line) => `${line}\n`).join(''));
          rows += lines.length;
          await work.step(rows, rowsTotal);
        }
      }
      await writer.end();
      return { result: facts.totals, rows };
    },
    { attempts: 1, statementTimeoutMs: timeoutMs },
  );
  await work.finish({ ...outcome, sizeBytes: await file.end() });
}

function visibleColumns(table: TenantTable): TenantTable {
  const hidden = leftOutColumns[table.name] ?? [];
  return {
    ...table,
    columns: table.columns.filter((column) => column !== 'tenant_id' && !hidden.includes(column)),
  };
}

async function countRows(
  tx: Transaction,
  tenantId: string,
  tables: TenantTable[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) as count from ${raw(`app.${name}`)} where tenant_id = ${tenantId}`,
    );
    counts.set(name, count);
  }
  return counts;
}

type Facts = { tables: TenantTable[]; counts: Map<string, number>; totals: Totals; now: Date };

async function describe(tx: Transaction, tenantId: string, facts: Facts): Promise<Manifest> {
  const workspace = await getWorkspace(tx, tenantId);
  const { version } = await tx.one<{ version: number }>(
    sql`select max(number) as version from app.migration`,
  );
  const { publicId: tenantID, name, slug, regionCode } = workspace;
  return {
    format: formatName,
    formatVersion,
    schemaVersion: version,
    exportedAt: facts.now.toISOString(),
    workspace: { tenantID, name, slug, regionCode },
    totals: facts.totals,
    tables: facts.tables.map((table) => ({
      name: table.name,
      file: tableFile(table.name),
      columns: table.columns,
      rows: facts.counts.get(table.name) ?? 0,
    })),
    leftOut: [...leftOut],
  };
}

/** Rows of a table as JSON lines made by the database, in the order of the key. */
async function* readRows(tx: Transaction, tenantId: string, table: TenantTable): AsyncGenerator<string[]> {
  const key = table.key.filter((column) => column !== 'tenant_id');
  const order: Sql = key.length > 0 ? sql`order by ${join(key.map((column) => raw(column)))}` : empty;
  const columns = raw(table.columns.join(', '));
  await tx.run(
    sql`declare export_rows no scroll cursor for select row_to_json(r)::text as line
      from (select ${columns} from ${raw(`app.${table.name}`)} where tenant_id = ${tenantId} ${order}) r`,
    { unnamed: true },
  );
  for (;;) {
    const rows = await tx.rows<{ line: string }>(sql`fetch ${raw(String(rowsPerFetch))} from export_rows`, {
      unnamed: true,
    });
    if (rows.length === 0) break;
    yield rows.map((row) => row.line);
  }
  await tx.run(sql`close export_rows`, { unnamed: true });
}
