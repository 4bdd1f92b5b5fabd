import type { Database, Transaction } from '../../platform/database.ts';
import { isRetryable } from '../../platform/database-errors.ts';

/**
 * For work that sends one statement only: a statement is its own transaction, so begin and commit and their two waits
 * fall away. After a failure of load it is done again as an ordinary transaction, with its retries.
 */
export async function inOneStatement<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const effects: (() => void)[] = [];
  const { rows, maybeOne, one, run } = database;
  try {
    const answer = await work({
      rows,
      maybeOne,
      one,
      run,
      afterCommit: (effect) => void effects.push(effect),
    });
    for (const effect of effects) effect();
    return answer;
  } catch (error) {
    if (!isRetryable(error)) throw error;
    return database.transaction(work);
  }
}
