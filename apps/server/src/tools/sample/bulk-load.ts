import type { DatabaseAddress } from '../../platform/connections.ts';
import { withCopier } from './copy.ts';

type Definition = { table: string; name: string; text: string };

/**
 * Runs work while tables have no foreign keys and no indexes but their keys, and makes them again afterwards from all rows at
 * once: several times as fast for a million rows. Nobody else may write to them meanwhile. After a failure they are made again as well.
 */
export async function withBulkLoad<T>(
  owner: DatabaseAddress,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { keys, indexes } = await withCopier(owner, async (copier) => {
    const found = {
      keys: await copier.query<Definition>(
        `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text from pg_constraint
         where conrelid = any($1::regclass[]) and contype = 'f'`,
        [tables],
      ),
      indexes: await copier.query<Definition>(
        `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text
         from pg_index i where i.indrelid = any($1::regclass[]) and not i.indisprimary
           and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
        [tables],
      ),
    };
    for (const { table, name } of found.keys)
      await copier.query(`alter table ${table} drop constraint ${name}`);
    for (const { name } of found.indexes) await copier.query(`drop index ${name}`);
    return found;
  });
  try {
    return await work();
  } finally {
    await withCopier(owner, async (copier) => {
      await copier.query("set local maintenance_work_mem = '256MB'");
      for (const { text } of indexes) await copier.query(text);
      for (const { table, name, text } of keys)
        await copier.query(`alter table ${table} add constraint ${name} ${text}`);
    });
  }
}
