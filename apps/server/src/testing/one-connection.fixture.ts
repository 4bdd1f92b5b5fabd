import type { Database, Queryable } from '../platform/database.ts';
import { sql } from '../platform/sql.ts';

const ask = (db: Queryable) => db.rows(sql`select 1`);

/** A transaction that waits for a second connection of its pool. */
export async function askTwice(database: Database): Promise<void> {
  await database.transaction(() => ask(database));
}

/** One that has what it needs, and asks again after its end. */
export async function askAfterwards(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    tx.afterCommit(() => ask(database));
    await ask(tx);
  });
}
