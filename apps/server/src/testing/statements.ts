import type { Database } from '../platform/database.ts';

/** Texts of the statements that some work sends outside of transactions; `a transaction` stands for each of those. */
export async function statementsOf({ pool }: Database, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const [query, connect] = [pool.query.bind(pool), pool.connect.bind(pool)];
  Object.assign(pool, {
    query: (config: { text: string }) => {
      texts.push(config.text);
      return query(config as never);
    },
    // The pool's own `query` connects with a callback.
    connect: (...given: []) => {
      if (given.length === 0) texts.push('a transaction');
      return connect(...given);
    },
  });
  await work().finally(() => Object.assign(pool, { query, connect }));
  return texts;
}
