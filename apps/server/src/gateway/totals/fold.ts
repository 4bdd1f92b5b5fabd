import type { Transaction } from '../../platform/database.ts';
import { join, type Sql, sql } from '../../platform/sql.ts';
import { dropUnknownPacks, packSome, unpackedWeeks } from './packed.ts';
import { addSpans } from './spans.ts';

/** Weeks that are added up, or packed, in one transaction. */
const weeksAtOnce = 8;

/** Runs some weeks of it in a transaction. */
type InTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** Comes before all weeks. */
const START = '0001-01-01';

/**
 * Adds up the spans of weeks whose days changed, some weeks at a time. Writers go on meanwhile: the notes go before the
 * days are read, so that what is written after that leaves a note behind, and the week is left to its days until the next time.
 */
export async function foldWeeks(tenantId: string, inTransaction: InTransaction): Promise<void> {
  const changed = sql`select g.week_end_on from app.span_change g where g.tenant_id = ${tenantId}`;
  for (let after: string | undefined = START; after !== undefined; ) {
    const from: string = after;
    after = await inTransaction(async (tx) => {
      const some = await someWeeks(tx, changed, from);
      if (some.length > 0) await Promise.all(addUp(tenantId, some).map((statement) => tx.run(statement)));
      return some.at(-1);
    });
  }
}

/**
 * Packs the entries of all weeks that were added up and not packed since. Where some cannot be packed together each of them is
 * tried by itself, then without its comments, and those that cannot be packed at all keep no other from it.
 * @returns how many weeks were packed
 * @throws AggregateError of why some were not, or not with their comments, after all others were
 */
export async function packWeeks(tenantId: string, inTransaction: InTransaction): Promise<number> {
  const failures = new Map<string, unknown>();
  const pack = async (ends: readonly string[], withComments = true): Promise<number> => {
    try {
      return await inTransaction((tx) => packSome(tx, tenantId, ends, { withComments }));
    } catch (error) {
      const [end = '', ...others] = ends;
      if (others.length > 0) {
        let packed = 0;
        for (const each of ends) packed += await pack([each]);
        return packed;
      }
      // The second is tried in another way; why the whole could not be packed is the first.
      if (!failures.has(end)) failures.set(end, error);
      return withComments ? pack([end], false) : 0;
    }
  };
  let done = 0;
  for (let after: string | undefined = START; after !== undefined; ) {
    const from: string = after;
    const some = await inTransaction((tx) => someWeeks(tx, unpackedWeeks(tenantId), from));
    if (some.length > 0) done += await pack(some);
    after = some.at(-1);
  }
  if (failures.size === 0) return done;
  const [cause] = failures.values();
  throw new AggregateError(failures.values(), `${failures.size} weeks could not be packed as a whole`, {
    cause,
  });
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
    dropUnknownPacks(tenantId, ends),
    // Another that adds the same up is let finish before this one looks.
    sql`insert into app.span_week as f (tenant_id, week_end_on) values ${join(rows)}
      on conflict (tenant_id, week_end_on) do update set folds = f.folds + 1`,
    sql`delete from app.span_change g where g.tenant_id = ${tenantId} and g.week_end_on = any(${[...ends]}::date[])`,
    ...addSpans(tenantId, ends),
  ];
}
