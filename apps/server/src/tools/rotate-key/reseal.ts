import type { DatabaseAddress } from '../../platform/connections.ts';
import { type Database, openDatabase, type Queryable } from '../../platform/database.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import { identityColumns, type SealedColumn, workspaceColumns } from './sealed-columns.ts';

/** So many values are read and written at a time. */
const batchSize = 200;

/** What came of the values of a column. */
export type Resealed = { column: string; anew: number; unreadable: number };

/** Seals everything of the provider under the key in use. What is sealed with it already stays, so it may be run again. */
export async function resealIdentity(owner: DatabaseAddress, secrets: Secrets): Promise<Resealed[]> {
  const database = openDatabase({ address: owner, max: 2, applicationName: 'rotate-key' });
  try {
    const done: Resealed[] = [];
    for (const column of identityColumns) done.push(await resealColumn(database, secrets, { column }));
    return done;
  } finally {
    await database.close();
  }
}

/** The same for the workspaces of a region, each in transactions of its own. */
export async function resealRegion(database: Database, secrets: Secrets): Promise<Resealed[]> {
  const workspaces = await database.rows<{ tenantId: string }>(sql`
    select tenant_id as "tenantId" from app.workspace_directory order by tenant_id`);
  const done = workspaceColumns.map(emptyOutcome);
  for (const { tenantId } of workspaces) {
    for (const [at, column] of workspaceColumns.entries()) {
      const { anew, unreadable } = await resealColumn(inWorkspace(database, tenantId), secrets, {
        column,
        tenantId,
      });
      const sum = done[at] as Resealed;
      sum.anew += anew;
      sum.unreadable += unreadable;
    }
  }
  return done;
}

type Place = { column: SealedColumn; tenantId?: string };

/** What can be asked within one workspace, each statement in a transaction of its own. */
function inWorkspace(database: Database, tenantId: string): Pick<Queryable, 'rows' | 'run'> {
  return {
    rows: (statement, options) => database.withTenant(tenantId, (tx) => tx.rows(statement, options)),
    run: (statement, options) => database.withTenant(tenantId, (tx) => tx.run(statement, options)),
  };
}

function emptyOutcome({ table, column }: SealedColumn): Resealed {
  return { column: `${table}.${column}`, anew: 0, unreadable: 0 };
}

type Row = { key: string; bound: string; sealed: Buffer | string };

async function resealColumn(
  db: Pick<Queryable, 'rows' | 'run'>,
  secrets: Secrets,
  place: Place,
): Promise<Resealed> {
  const outcome = emptyOutcome(place.column);
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await db.rows<Row>(nextRows(place, after));
    for (const row of rows) await resealRow(db, secrets, { place, row, outcome });
    after = rows.at(-1)?.key ?? null;
    if (after === null) return outcome;
  }
}

async function resealRow(
  db: Pick<Queryable, 'rows' | 'run'>,
  secrets: Secrets,
  { place, row, outcome }: { place: Place; row: Row; outcome: Resealed },
): Promise<void> {
  const sealed = typeof row.sealed === 'string' ? Buffer.from(row.sealed, 'base64') : row.sealed;
  try {
    const anew = secrets.reseal(sealed, row.bound);
    if (anew === null) return;
    const stored = typeof row.sealed === 'string' ? anew.sealed.toString('base64') : anew.sealed;
    const { keyIdColumn, beside } = place.column;
    const set = [
      sql`${raw(place.column.column)} = ${stored}`,
      ...(keyIdColumn ? [sql`${raw(keyIdColumn)} = ${anew.keyId}`] : []),
      ...(beside
        ? [sql`${raw(beside.column)} = ${beside.value(secrets.open(sealed, row.bound), secrets)}`]
        : []),
    ];
    outcome.anew += await db.run(storing(place, row, set));
  } catch (error) {
    // Only what no key opens; a database that refuses is no matter of keys.
    if (!(error instanceof Error) || !/authenticate|Invalid authentication tag/.test(error.message))
      throw error;
    outcome.unreadable += 1;
  }
}

/** Rows in the order of their key, from one on. */
function nextRows({ column, tenantId }: Place, after: string | null): Sql {
  const { table, key, keyType, bound } = column;
  const from = after === null ? sql`true` : sql`${raw(key)} > ${after}::text::${raw(keyType)}`;
  return sql`select ${raw(key)}::text as key, ${raw(bound)} as bound, ${raw(column.column)} as sealed
    from ${raw(table)} where ${ofWorkspace(tenantId)} and ${from} and ${raw(column.column)} is not null
    order by ${raw(key)} limit ${batchSize}`;
}

/** Stores the new form where the value is still the one that was read. */
function storing({ column, tenantId }: Place, { key, sealed }: Row, set: Sql[]): Sql {
  const { table, keyType } = column;
  return sql`update ${raw(table)} set ${join(set)}
    where ${ofWorkspace(tenantId)} and ${raw(column.key)} = ${key}::text::${raw(keyType)}
      and ${raw(column.column)} = ${sealed}`;
}

function ofWorkspace(tenantId: string | undefined): Sql {
  return tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}::uuid`;
}
