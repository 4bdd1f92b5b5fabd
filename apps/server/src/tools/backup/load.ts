import pg from 'pg';
import { oneShardAtATime } from '../../platform/migrate.ts';
import type { DatabaseLink } from '../../product-databases.ts';
import { BackupError } from './errors.ts';
import { name, type Table, withOwner } from './tables.ts';

/** @throws BackupError when somebody has used the database already */
export async function requireUnused(database: string, { owner, schema }: DatabaseLink): Promise<void> {
  const isUsed = await withOwner(owner, async (client) => {
    const { rows } = await client.query(`select to_regclass('${schema}.migration') is not null as used`);
    return rows[0].used as boolean;
  });
  if (isUsed) {
    throw new BackupError(
      `The database ${database} is in use already. It has to be empty: name a new DATA_DIR, or new databases.`,
    );
  }
}

/**
 * Puts rows from elsewhere in the place of those of a database, inside a transaction of its owner. Foreign keys are put aside
 * meanwhile: tables may refer to each other in a circle.
 */
export async function replaceRows(
  client: pg.Client,
  schema: string,
  tables: Table[],
  load: (table: Table) => Promise<void>,
): Promise<void> {
  await client.query(oneShardAtATime);
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and k.contype = 'f' and k.conparentid = 0 order by 1, 2`,
    [schema],
  );
  for (const key of keys) {
    await client.query(`alter table ${name(schema, key.table)} drop constraint "${key.name}"`);
  }
  // Rows that migrations put in come from there too.
  const all = tables.map((table) => name(table.schema ?? schema, table.name));
  await client.query(`truncate ${all.join(', ')}`);
  for (const table of tables) {
    await load(table);
    if (table.schema) await continueNumbers(client, table);
  }
  for (const key of keys) {
    await client.query(
      `alter table ${name(schema, key.table)} add constraint "${key.name}" ${key.definition}`,
    );
  }
}

/** Tables that number their rows, as the queue's do, go on behind the numbers that were loaded. */
async function continueNumbers(client: pg.Client, table: Table): Promise<void> {
  const relation = name(table.schema ?? '', table.name);
  const { rows } = await client.query<{ column: string }>(
    `select attname as "column" from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [relation],
  );
  for (const { column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${pg.escapeIdentifier(column)}), 0) + 1 from ${relation}), false)`,
      [relation, column],
    );
  }
}
