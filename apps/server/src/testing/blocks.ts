import pg from 'pg';
import { inject } from 'vitest';

export type BlockCounter = {
  /** How many blocks the statements of some work read in all of the server's databases but the superuser's own. */
  blocksOf(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
};

/**
 * Counts what statements read, in blocks of 8 KiB, cached or not: the same work counts the same on any machine, however
 * busy. The counts are the server's; other test files run beside this one, so only statements of one database count.
 * @param database name of the database whose statements count
 */
export async function createBlockCounter(database: string): Promise<BlockCounter> {
  const client = new pg.Client({ ...inject('testServer'), database: 'postgres' });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  const { rows } = await client.query<{ oid: number }>('select oid from pg_database where datname = $1', [
    database,
  ]);
  const oid = rows[0]?.oid;
  if (oid === undefined) throw new Error(`no database ${database}`);
  return {
    async blocksOf(work) {
      await client.query('select pg_stat_statements_reset(0, $1, 0)', [oid]);
      await work();
      const counted = await client.query<{ blocks: number }>(
        'select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int as blocks from pg_stat_statements where dbid = $1',
        [oid],
      );
      return counted.rows[0]?.blocks ?? 0;
    },
    close: () => client.end(),
  };
}
