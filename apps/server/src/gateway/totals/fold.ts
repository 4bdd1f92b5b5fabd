import type { Transaction } from '../../platform/database.ts';
import { join, type Sql, sql } from '../../platform/sql.ts';
import { packWeeks, unpackedWeeks } from './packed.ts';
import { addSpans } from './spans.ts';

/** Weeks that are added up in one transaction. */
const weeksAtOnce = 8;

/**
 * Adds up the spans of weeks whose days changed, some weeks at a time. Writers go on meanwhile: the notes go before the
 * days are read, so that what is written after that leaves a note behind, and the week is left to its days until the next
 * time. Then packs the entries of all that are not packed, in transactions of their own: one that takes too long costs no sums.
 * @param inTransaction runs some weeks of it
 * @returns how many weeks were packed
 */
export async function foldWeeks(
  tenantId: string,
  inTransaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<number> {
  const changed = sql`select g.week_end_on from app.span_change g where g.tenant_id = ${tenantId}`;
  const each = async (weeks: Sql, statementsOf: (tenantId: string, ends: readonly string[]) => Sql[]) => {
    let done = 0;
    for (let after = '0001-01-01'; ; ) {
      const ends = await inTransaction(async (tx) => {
        const some = await someWeeks(tx, weeks, after);
        if (some.length > 0)
          await Promise.all(statementsOf(tenantId, some).map((statement) => tx.run(statement)));
        return some;
      });
      const last = ends.at(-1);
      if (last === undefined) return done;
      [done, after] = [done + ends.length, last];
    }
  };
  await each(changed, addUp);
  return each(unpackedWeeks(tenantId), packWeeks);
}

async function someWeeks(tx: Transaction, weeks: Sql, after: string): Promise<string[]> {
  const rows = await tx.rows<{ weekEndDate: string }>(sql`
    select distinct x.week_end_on as "weekEndDate" from (${weeks}) x
    where x.week_end_on > ${after}::date order by x.week_end_on limit ${weeksAtOnce}`);
  return rows.map(({ weekEndDate }) => weekEndDate);
}

function addUp(tenantId: string, ends: readonly string[]): Sql[] {
  const rows = ends.map((weekEndDate) => sql`(${tenantId}, ${weekEndDate})`);
  return [
    // Another that adds the same up is let finish before this one looks.
    sql`insert into app.span_week as f (tenant_id, week_end_on) values ${join(rows)}
      on conflict (tenant_id, week_end_on) do update set folds = f.folds + 1`,
    sql`delete from app.span_change g where g.tenant_id = ${tenantId} and g.week_end_on = any(${[...ends]}::date[])`,
    ...addSpans(tenantId, ends),
  ];
}
