import { packWeeks } from '../../gateway/totals/fold.ts';
import { countWorkspace } from '../../gateway/totals/weeks.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Sql } from '../../platform/sql.ts';
import type { Copier } from './copy.ts';

/** Counts the totals of rows that were copied, workspace by workspace, in the copier's transaction. */
export async function countTotals(copier: Copier): Promise<void> {
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
  await copier.query('analyze');
  const tenants = await copier.query<{ id: string }>(
    'select distinct w.tenant_id as id from app.timesheet_week w where w.counted_version <> w.version /* all tenants: rows of a set */',
  );
  for (const { id } of tenants) {
    await countWorkspace(tx, id);
    await packWeeks(id, (work) => work(tx));
  }
}
