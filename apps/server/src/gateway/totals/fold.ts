import type { Transaction } from '../../platform/database.ts';
import { join, sql } from '../../platform/sql.ts';
import { packWeeks, unpackedWeeks } from './packed.ts';
import { addSpans } from './spans.ts';

/** Weeks that are added up in one transaction. */
const weeksAtOnce = 8;

/**
 * Adds up the spans of weeks whose days changed and packs their entries, some weeks at a time. Writers go on meanwhile: the
 * notes go before the days are read, so that what is written after that leaves a note behind, and the week is left to its
 * days until the next time.
 * @param inTransaction runs some weeks of it
 * @returns how many weeks
 */
export async function foldWeeks(
  tenantId: string,
  inTransaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<number> {
  let folded = 0;
  for (let after = '0001-01-01'; ; ) {
    const weeks = await inTransaction((tx) => foldSome(tx, tenantId, after));
    const last = weeks.at(-1);
    if (last === undefined) return folded;
    [folded, after] = [folded + weeks.length, last];
  }
}

async function foldSome(tx: Transaction, tenantId: string, after: string): Promise<string[]> {
  const changed = await tx.rows<{ weekEndDate: string }>(sql`
    select x.week_end_on as "weekEndDate" from (
      select g.week_end_on from app.span_change g where g.tenant_id = ${tenantId} union ${unpackedWeeks(tenantId)}) x
    where x.week_end_on > ${after}::date order by x.week_end_on limit ${weeksAtOnce}`);
  const ends = changed.map(({ weekEndDate }) => weekEndDate);
  if (ends.length === 0) return [];
  const rows = ends.map((weekEndDate) => sql`(${tenantId}, ${weekEndDate})`);
  const statements = [
    // Another that adds the same up is let finish before this one looks.
    sql`insert into app.span_week as f (tenant_id, week_end_on) values ${join(rows)}
      on conflict (tenant_id, week_end_on) do update set folds = f.folds + 1`,
    sql`delete from app.span_change g where g.tenant_id = ${tenantId} and g.week_end_on = any(${ends}::date[])`,
    ...addSpans(tenantId, ends),
    ...packWeeks(tenantId, ends),
  ];
  await Promise.all(statements.map((statement) => tx.run(statement)));
  return ends;
}
