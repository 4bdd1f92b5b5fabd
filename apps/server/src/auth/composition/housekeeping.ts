import type { AuthContext } from '../context.ts';
import { kept, periodic } from './features.ts';

/** Does what comes round, then removes what is over. Repeatable; a password's run of failures is never forgotten. */
export async function keepHouse(context: AuthContext): Promise<void> {
  for (const run of periodic) await run(context);
  const now = context.clock.now().getTime();
  for (const [table, column, ms] of kept) {
    const spare = table === 'limit_bucket' ? 'and streak < 20' : '';
    await context.database.pool.query(`delete from auth.${table} where ${column} < $1 ${spare}`, [
      new Date(now - ms),
    ]);
  }
}
