import type pg from 'pg';

/** What has a plan; anything else the server runs as it reads it. */
const PLANNED = /^\s*(?:--.*\n\s*)*\(*\s*(?:select|insert|update|delete|merge|with|values)\b/i;

/** A cursor has the plan of what it reads. */
const CURSOR = /^\s*declare\s+\w+\s+(?:(?:no\s+)?scroll\s+)?cursor\s+for\s+/i;

export type Refusal = { statement: string; message: string };

/**
 * Asks a server for the plan of each statement, with whatever values: that finds words, functions, columns, types and rights that it
 * does not know. Nothing is run.
 *
 * @returns the statements that it refuses
 */
export async function planStatements(client: pg.Client, statements: Iterable<string>): Promise<Refusal[]> {
  await client.query('set plan_cache_mode = force_generic_plan');
  const refused: Refusal[] = [];
  for (const statement of statements) {
    const planned = statement.replace(CURSOR, '');
    if (!PLANNED.test(planned)) continue;
    const refusal = await plan(client, planned);
    if (refusal !== null) refused.push({ statement, message: refusal });
  }
  return refused;
}

async function plan(client: pg.Client, statement: string): Promise<string | null> {
  try {
    await client.query(`prepare asked as ${statement}`);
    await client.query(`explain execute asked${nulls(countPlaceholders(statement))}`);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('deallocate all');
  }
}

function countPlaceholders(statement: string): number {
  return Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
}

function nulls(count: number): string {
  return count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
}
