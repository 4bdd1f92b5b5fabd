import { packWeeks } from '../../gateway/totals/fold.ts';
import { countWorkspace } from '../../gateway/totals/weeks.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Sql } from '../../platform/sql.ts';
import type { Copier } from './copy.ts';

/** Counts the totals of the rows that were copied for a workspace, in the copier's transaction. */
export async function countTotals(copier: Copier, tenantId: string): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: the copier has a plain connection, which takes no second statement before the first has ended.
  const rows = <Row>({ text, values }: Sql): Promise<Row[]> => {
    const next = last.then(() => copier.query<Row>(text, values));
    last = next;
    return next;
  };
  const tx: Transaction = {
    rows,
    maybeOne: async <Row>(statement: Sql) => (await rows<Row>(statement))[0] ?? null,
    one: async <Row>(statement: Sql) => (await rows<Row>(statement))[0] as Row,
    run: async (statement) => (await rows(statement)).length,
    // Counting writes packed weeks and reads none.
    copied: () => Promise.reject(new Error('Rows of a set are not read as bytes.')),
    withCommit: () => {},
    afterCommit: () => {},
  };
  await countWorkspace(tx, tenantId);
  await packWeeks(tenantId, (work) => work(tx));
}
